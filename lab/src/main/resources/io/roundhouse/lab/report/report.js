// Paints the charts. Everything a chart says (values, ticks, labels, sentences) was written by the lab into the JSON block
// "charts"; this file only decides where it goes for the width at hand. Without it the page still has every table.
(function () {
  'use strict';

  var root = document.documentElement;
  var charts = JSON.parse(document.getElementById('charts').textContent);
  var slots = Array.prototype.slice.call(document.querySelectorAll('.chart'));
  var SYMBOLS = ['circle', 'rect', 'triangle', 'diamond', 'roundRect', 'arrow'];
  var PRINT_WIDTH = 660;
  var printing = false;

  // ---- small helpers ----------------------------------------------------------------------------------

  function colour(name) {
    return getComputedStyle(root).getPropertyValue('--' + name).trim();
  }

  function fonts() {
    return getComputedStyle(document.body).fontFamily;
  }

  var ruler = document.createElement('canvas').getContext('2d');

  function widthOf(text, size, bold) {
    ruler.font = (bold ? 'bold ' : '') + size + 'px ' + fonts();
    return ruler.measureText(text).width;
  }

  function cut(text, size, bold, room) {
    if (widthOf(text, size, bold) <= room) {
      return text;
    }
    var keep = text.length;
    while (keep > 1 && widthOf(text.slice(0, keep) + '…', size, bold) > room) {
      keep--;
    }
    return text.slice(0, keep) + '…';
  }

  // ECharts reads {name|text} in a rich label; braces and bars that come from data must not be taken for it.
  function plain(text) {
    return text.replace(/\{/g, '(').replace(/\}/g, ')').replace(/\|/g, '¦');
  }

  /** A tooltip as an element: text nodes only, so nothing in the data can become markup. */
  function tip(title, lines) {
    var box = document.createElement('div');
    box.className = 'tip';
    var head = document.createElement('b');
    head.textContent = title;
    box.appendChild(head);
    lines.forEach(function (line) {
      var row = document.createElement('div');
      row.textContent = line;
      box.appendChild(row);
    });
    return box;
  }

  function tooltip(extra) {
    var base = {
      confine: true,
      backgroundColor: colour('card'),
      borderColor: colour('line'),
      textStyle: { color: colour('ink'), fontFamily: fonts(), fontSize: 13 },
      extraCssText: 'box-shadow:0 4px 18px rgba(0,0,0,.18)',
      transitionDuration: 0
    };
    Object.keys(extra).forEach(function (key) { base[key] = extra[key]; });
    return base;
  }

  /** Of the ticks keep those whose labels do not touch; the first and the last win over those between. */
  function thin(ticks, place, gap) {
    var kept = [];
    var last = ticks.length - 1;
    ticks.forEach(function (tick, index) {
      var half = widthOf(tick.label, 11) / 2 + gap;
      var before = kept[kept.length - 1];
      var clearOfBefore = !before || place(tick.at) - half >= place(before.at) + widthOf(before.label, 11) / 2;
      var end = ticks[last];
      var clearOfEnd = index === last || place(tick.at) + half <= place(end.at) - widthOf(end.label, 11) / 2;
      if (index === last) {
        kept.push(tick);
      } else if (clearOfBefore && clearOfEnd) {
        kept.push(tick);
      }
    });
    return kept;
  }

  // ---- bars: one row a system, sorted by the lab ---------------------------------------------------------

  function bars(chart, width) {
    var ink = colour('ink');
    var soft = colour('soft');
    var narrow = width < 560;
    var rowHeight = narrow ? 45 : 36;
    var labelSize = narrow ? 12 : 13;
    var rows = chart.rows;
    var top = 6;
    var bottom = 40;
    var room = narrow ? width - 10 : Math.min(250, Math.ceil(Math.max.apply(null, rows.map(function (row) {
      return Math.max(widthOf(row.name, labelSize, row.strong) + (row.tag ? widthOf(row.tag, 11, true) + 10 : 0),
        widthOf(row.detail || '', 11));
    }))) + 4);
    var left = narrow ? 4 : room + 10;
    var valueSize = narrow ? 12 : 13;
    var showRatio = !narrow && width > 640;
    var texts = rows.map(function (row) { return row.label + (showRatio && row.ratio ? '   ' + row.ratio : ''); });
    var right = Math.ceil(Math.max.apply(null, texts.map(function (text) { return widthOf(text, valueSize, true); }))) + 16;
    var plot = Math.max(40, width - left - right);
    var ticks = thin(chart.ticks, function (at) { return at / chart.max * plot; }, 5);

    function nameOf(index) {
      var row = rows[index];
      var tagRoom = row.tag ? widthOf(row.tag, 11, true) + 10 : 0;
      var detail = row.detail || '';
      if (narrow) {
        var name = cut(row.name, labelSize, row.strong, room - tagRoom);
        var rest = room - tagRoom - widthOf(name, labelSize, row.strong) - 10;
        return (row.strong ? '{strong|' : '{name|') + plain(name) + '}' + (row.tag ? '{tag|  ' + row.tag + '}' : '')
          + (detail && rest > 40 ? '{detail|  ' + plain(cut(detail, 11, false, rest)) + '}' : '');
      }
      return (row.tag ? '{tag|' + row.tag + '  }' : '')
        + (row.strong ? '{strong|' : '{name|') + plain(cut(row.name, labelSize, row.strong, room - tagRoom)) + '}'
        + (detail ? '\n{detail|' + plain(cut(detail, 11, false, room)) + '}' : '');
    }

    var whiskers = [];
    var dots = [];
    var ends = [];
    var published = [];
    rows.forEach(function (row, index) {
      if (row.max > row.min) {
        whiskers.push([{ coord: [row.min, index] }, { coord: [row.max, index] }]);
      }
      row.samples.forEach(function (sample) { dots.push([sample, index]); });
      ends.push({ value: [Math.max(row.max, row.value), index], label: { formatter: texts[index], color: row.strong ? colour('ours') : ink, fontWeight: row.strong ? 'bold' : 'normal' } });
      if (row.published !== undefined && row.published !== null) {
        published.push([row.published, index]);
      }
    });

    return {
      height: top + bottom + rows.length * rowHeight,
      option: {
        animation: false,
        textStyle: { fontFamily: fonts(), color: ink },
        grid: { left: left, right: right, top: top, bottom: bottom },
        tooltip: tooltip({
          trigger: 'axis',
          axisPointer: { type: 'shadow', shadowStyle: { color: colour('grid'), opacity: 0.45 } },
          formatter: function (found) {
            var row = rows[found[0].dataIndex];
            return row ? tip(row.name + (row.detail ? ' (' + row.detail + ')' : ''), row.tip) : '';
          }
        }),
        xAxis: {
          type: 'value', min: 0, max: chart.max, name: cut(chart.axis, 12, false, width - 12), nameLocation: 'middle', nameGap: 24,
          nameTextStyle: { color: soft, fontSize: 12 },
          axisLine: { show: false }, axisTick: { show: false }, axisLabel: { show: false }, splitLine: { show: false }
        },
        yAxis: {
          type: 'category', inverse: true, data: rows.map(function (row) { return row.name; }),
          axisLine: { show: true, lineStyle: { color: colour('line') } }, axisTick: { show: false },
          axisLabel: {
            inside: narrow, interval: 0, margin: narrow ? 0 : 10, align: narrow ? 'left' : 'right',
            verticalAlign: narrow ? 'bottom' : 'middle', padding: narrow ? [0, 0, 7, 0] : 0,
            formatter: function (ignored, index) { return nameOf(index); },
            rich: {
              name: { color: ink, fontSize: labelSize, lineHeight: 16 },
              strong: { color: ink, fontSize: labelSize, fontWeight: 'bold', lineHeight: 16 },
              tag: { color: colour('ours'), fontSize: 11, fontWeight: 'bold', lineHeight: 16 },
              detail: { color: soft, fontSize: 11, lineHeight: 14 }
            }
          },
          z: 5
        },
        series: [
          {
            type: 'bar', barWidth: narrow ? 13 : 18, silent: true, z: 2,
            data: rows.map(function (row) {
              return {
                value: row.value,
                itemStyle: row.tone === 'limit'
                  ? { color: 'transparent', borderColor: soft, borderWidth: 1.5, borderType: 'dashed', borderRadius: [0, 3, 3, 0] }
                  : { color: colour(row.tone), borderRadius: [0, 3, 3, 0] }
              };
            }),
            markLine: {
              silent: true, symbol: ['rect', 'rect'], symbolSize: [1.4, 9], label: { show: false },
              lineStyle: { color: colour('dot'), width: 1.4, type: 'solid', opacity: 0.85 }, itemStyle: { color: colour('dot') }, data: whiskers, z: 6
            }
          },
          {
            type: 'bar', silent: true, data: [],
            markLine: {
              silent: true, symbol: 'none', z: 1, lineStyle: { color: colour('grid'), width: 1, type: 'solid' },
              label: { position: 'start', distance: 5, color: soft, fontSize: 11, formatter: function (mark) { return mark.name; } },
              data: ticks.map(function (tick) { return { name: tick.label, xAxis: tick.at }; })
            }
          },
          { type: 'scatter', silent: true, data: dots, symbolSize: 4.5, z: 7, itemStyle: { color: colour('card'), borderColor: colour('dot'), borderWidth: 1, opacity: 0.9 } },
          { type: 'scatter', silent: true, data: published, symbol: 'diamond', symbolSize: 13, z: 8, itemStyle: { color: colour('card'), borderColor: colour('s1'), borderWidth: 2 } },
          { type: 'scatter', silent: true, data: ends, symbolSize: 1, z: 9, itemStyle: { color: 'transparent' }, label: { show: true, position: 'right', distance: 8, fontSize: valueSize } }
        ]
      }
    };
  }

  // ---- lines: sweeps, percentiles, rounds, series over time ----------------------------------------------

  function symbolOf(line) {
    return line.points.length > 60 ? 'none' : line.symbol < 0 ? 'none' : SYMBOLS[line.symbol % SYMBOLS.length];
  }

  function lines(chart, width, hidden) {
    var ink = colour('ink');
    var soft = colour('soft');
    var narrow = width < 560;
    var left = Math.ceil(Math.max.apply(null, chart.y.ticks.map(function (tick) { return widthOf(tick.label, 11); }).concat([10]))) + 10;
    var right = Math.ceil(widthOf(chart.x.ticks.length ? chart.x.ticks[chart.x.ticks.length - 1].label : '', 11) / 2) + 8;
    var plot = Math.max(40, width - left - right);
    var span = chart.x.max - chart.x.min || 1;
    var ticks = thin(chart.x.ticks, function (at) { return (at - chart.x.min) / span * plot; }, 4);
    var shown = chart.series.filter(function (line, index) { return !hidden[index]; });

    return {
      height: narrow ? 300 : 380,
      option: {
        animation: false,
        textStyle: { fontFamily: fonts(), color: ink },
        grid: { left: left, right: right, top: 30, bottom: 44 },
        tooltip: tooltip({
          trigger: 'axis',
          axisPointer: { type: 'line', snap: true, lineStyle: { color: soft, type: 'dotted' }, label: { show: false } },
          formatter: function (found) {
            var rows = found.filter(function (one) { return one.data && one.data.said; })
              .sort(function (a, b) { return b.data.value[1] - a.data.value[1]; });
            return rows.length ? tip(chart.x.name + ': ' + rows[0].data.at, rows.map(function (one) { return one.seriesName + ': ' + one.data.said; })) : '';
          }
        }),
        xAxis: {
          type: 'value', min: chart.x.min, max: chart.x.max, name: cut(chart.x.name, 12, false, plot), nameLocation: 'middle', nameGap: 26,
          nameTextStyle: { color: soft, fontSize: 12 }, axisLine: { show: true, onZero: false, lineStyle: { color: colour('line') } },
          axisTick: { show: false }, axisLabel: { show: false }, splitLine: { show: false }
        },
        yAxis: {
          type: 'value', min: chart.y.min, max: chart.y.max, name: cut(chart.y.name, 12, false, width - 12), nameLocation: 'end', nameGap: 12,
          nameTextStyle: { color: soft, fontSize: 12, align: 'left', padding: [0, 0, 0, -left + 2] },
          axisLine: { show: false }, axisTick: { show: false }, axisLabel: { show: false }, splitLine: { show: false }
        },
        series: [
          {
            type: 'line', data: [], silent: true,
            markLine: {
              silent: true, symbol: 'none', z: 1, lineStyle: { color: colour('grid'), width: 1, type: 'solid' },
              label: { position: 'start', distance: 6, color: soft, fontSize: 11, formatter: function (mark) { return mark.name; } },
              data: chart.y.ticks.map(function (tick) { return { name: tick.label, yAxis: tick.at }; })
                .concat(ticks.map(function (tick) { return { name: tick.label, xAxis: tick.at, lineStyle: { opacity: 0.55 } }; }))
            }
          }
        ].concat(shown.map(function (line) {
          var tone = colour(line.tone);
          return {
            type: 'line', name: line.name, symbol: symbolOf(line), symbolSize: line.strong ? 9 : 7, showAllSymbol: true, z: line.strong ? 6 : 4,
            emphasis: { disabled: true },
            lineStyle: { color: tone, width: line.strong ? 3.5 : line.dashed ? 1.6 : 2, type: line.dashed ? [7, 5] : 'solid' },
            itemStyle: line.dashed ? { color: colour('card'), borderColor: tone, borderWidth: 1.6 } : { color: tone },
            data: line.points.map(function (point) { return { value: [point.x, point.y], said: point.label, at: point.at }; }),
            markLine: {
              silent: true, symbol: 'none', label: { show: false }, z: 3, lineStyle: { color: tone, width: line.strong ? 2 : 1.2, type: 'solid', opacity: 0.65 },
              data: line.points.filter(function (point) { return point.max > point.min; })
                .map(function (point) { return [{ coord: [point.x, point.min] }, { coord: [point.x, point.max] }]; })
            }
          };
        }))
      }
    };
  }

  // ---- the legend of a line chart: real buttons, so that it wraps, reads aloud and works with keys -----------

  var SVG = 'http://www.w3.org/2000/svg';

  function mark(tag, attributes) {
    var element = document.createElementNS(SVG, tag);
    Object.keys(attributes).forEach(function (key) { element.setAttribute(key, attributes[key]); });
    return element;
  }

  function swatch(line) {
    var tone = 'var(--' + line.tone + ')';
    var box = mark('svg', { width: 30, height: 14, viewBox: '0 0 30 14', 'aria-hidden': 'true' });
    var stroke = mark('line', { x1: 1, x2: 29, y1: 7, y2: 7, 'stroke-width': line.strong ? 3.5 : 2 });
    stroke.style.stroke = tone;
    if (line.dashed) {
      stroke.setAttribute('stroke-dasharray', '6 4');
    }
    box.appendChild(stroke);
    var shape = {
      circle: mark('circle', { cx: 15, cy: 7, r: 4.5 }),
      rect: mark('rect', { x: 10.5, y: 2.5, width: 9, height: 9 }),
      triangle: mark('path', { d: 'M15 2L20 12H10Z' }),
      diamond: mark('path', { d: 'M15 1L20 7L15 13L10 7Z' }),
      roundRect: mark('rect', { x: 10, y: 3, width: 10, height: 8, rx: 3 }),
      arrow: mark('path', { d: 'M15 2L20 12L15 9.5L10 12Z' })
    }[symbolOf(line)];
    if (shape) {
      shape.style.fill = line.dashed ? 'var(--card)' : tone;
      shape.style.stroke = tone;
      shape.setAttribute('stroke-width', 1.5);
      box.appendChild(shape);
    }
    return box;
  }

  function legend(slot, chart, hidden) {
    var list = document.createElement('div');
    list.className = 'legend';
    list.setAttribute('role', 'group');
    list.setAttribute('aria-label', 'Lines; press to hide or show');
    chart.series.forEach(function (line, index) {
      var button = document.createElement('button');
      button.type = 'button';
      button.className = line.strong ? 'ours' : '';
      button.setAttribute('aria-pressed', 'true');
      button.appendChild(swatch(line));
      var name = document.createElement('span');
      name.textContent = line.name;
      button.appendChild(name);
      button.addEventListener('click', function () {
        hidden[index] = !hidden[index];
        button.setAttribute('aria-pressed', String(!hidden[index]));
        paint(slot);
      });
      list.appendChild(button);
    });
    slot.parentNode.insertBefore(list, slot);
  }

  // ---- painting -----------------------------------------------------------------------------------------

  var state = new Map();

  function paint(slot) {
    var width = printing ? Math.min(PRINT_WIDTH, slot.closest('.two') ? 620 : PRINT_WIDTH) : Math.floor(slot.clientWidth);
    if (width < 40) {
      return; // inside closed details: painted when they open
    }
    var known = state.get(slot);
    var chart = charts[slot.dataset.chart];
    if (!known) {
      known = { hidden: {}, drawn: null };
      state.set(slot, known);
      if (chart.kind === 'lines') {
        legend(slot, chart, known.hidden);
      }
    }
    var plan = chart.kind === 'bars' ? bars(chart, width) : lines(chart, width, known.hidden);
    slot.style.height = plan.height + 'px';
    if (!known.drawn) {
      known.drawn = echarts.init(slot, null, { renderer: 'svg', width: width, height: plan.height });
    } else {
      known.drawn.resize({ width: width, height: plan.height });
    }
    known.width = width;
    known.drawn.setOption(plan.option, { notMerge: true });
    slot.dataset.drawn = 'true';
  }

  function paintAll() {
    slots.forEach(paint);
    report();
  }

  /** What the browser test reads. */
  function report() {
    root.dataset.charts = String(slots.length);
    root.dataset.drawn = String(slots.filter(function (slot) { return slot.dataset.drawn === 'true' && slot.querySelector('svg'); }).length);
    root.dataset.scrollWidth = String(root.scrollWidth);
    root.dataset.clientWidth = String(root.clientWidth);
    root.dataset.scheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  }

  function everything(open) {
    document.querySelectorAll('details').forEach(function (one) { one.open = open; });
    var button = document.getElementById('everything');
    if (button) {
      button.textContent = open ? 'Close the tables' : 'Open every table';
      button.setAttribute('aria-expanded', String(open));
    }
    slots.forEach(function (slot) { if (!state.has(slot)) { paint(slot); } });
    report();
  }

  document.querySelectorAll('details').forEach(function (one) {
    one.addEventListener('toggle', function () {
      if (one.open) {
        one.querySelectorAll('.chart').forEach(paint);
        report();
      }
    });
  });

  var button = document.getElementById('everything');
  if (button) {
    button.addEventListener('click', function () { everything(button.getAttribute('aria-expanded') !== 'true'); });
  }

  var waiting = 0;
  window.addEventListener('resize', function () {
    cancelAnimationFrame(waiting);
    waiting = requestAnimationFrame(function () {
      slots.forEach(function (slot) {
        var known = state.get(slot);
        if (!known || known.width !== Math.floor(slot.clientWidth)) {
          paint(slot);
        }
      });
      report();
    });
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', paintAll);
  matchMedia('print').addEventListener('change', function (query) {
    printing = query.matches;
    paintAll();
  });

  paintAll();
  if (location.hash === '#everything') {
    everything(true);
  }
})();
