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

  /** Text at places of a chart. */
  function texts(points, position, style) {
    return {
      type: 'scatter', silent: true, symbolSize: 1, z: style.z || 1, clip: false, itemStyle: { color: 'transparent', opacity: 1 },
      data: points,
      label: {
        show: true, position: position, distance: style.distance, offset: style.offset || [0, 0], color: style.color, fontSize: style.size,
        formatter: function (at) { return at.data.text; }
      }
    };
  }

  function widest(list, size, bold) {
    return Math.ceil(Math.max.apply(null, list.map(function (text) { return widthOf(text, size, bold); }).concat([0])));
  }

  // ---- bars: one row a system, sorted by the lab ---------------------------------------------------------

  function bars(chart, width) {
    var ink = colour('ink');
    var soft = colour('soft');
    var rows = chart.rows;
    var narrow = width < 600;
    var beside = chart.cost !== null && width >= 760; // the cost of an item as a second column, in line with the first
    var rowHeight = narrow ? 50 : 38;
    var size = narrow ? 12.5 : 13;
    var barHeight = narrow ? 15 : 18;
    var shift = narrow ? [0, 9] : [0, 0]; // on a narrow screen the bar stands below its name
    var top = 28;
    var bottom = 26;

    var details = rows.map(function (row) { return narrow && row.cost ? 'CPU ' + row.cost.label : row.detail; });
    var room = width - 14;
    if (!narrow) {
      var wanted = rows.map(function (row) { return widthOf(row.name, size, row.strong) + (row.tag ? widthOf(row.tag, 11, true) + 12 : 0); });
      var longest = Math.max.apply(null, wanted); // a name is cut later than what is written below it
      room = Math.ceil(Math.max(Math.min(width * 0.38, longest + 4), Math.min(Math.max(190, width * 0.3), widest(details, 11) + 4)));
    }
    var values = rows.map(function (row) { return row.label + (width > 620 && row.ratio ? '   ' + row.ratio : ''); });
    var costs = rows.map(function (row) { return row.cost ? row.cost.label : ''; });
    var left = narrow ? 8 : room + 12; // room for half a mark at 0
    var gap = widest(values, size, true) + 20;
    var costPlot = beside ? 110 : 0;
    var costGap = beside ? widest(costs, 12, true) + 14 : 0;
    var plot = Math.max(40, width - left - gap - (beside ? costPlot + costGap + 24 : 0));
    var costLeft = left + plot + gap + 24;

    function name(ignored, index) {
      var row = rows[index];
      var detail = details[index];
      var nameRoom = widthOf(row.name, size, row.strong);
      var tag = row.tag && (!narrow || nameRoom + widthOf(row.tag, 11, true) + 12 <= room) ? row.tag : ''; // the whole name is worth more
      var tagRoom = tag ? widthOf(tag, 11, true) + 12 : 0;
      var shown = plain(cut(row.name, size, row.strong, room - tagRoom));
      var styled = (row.strong ? '{strong|' : '{name|') + shown + '}';
      if (narrow) {
        var rest = room - tagRoom - widthOf(shown, size, row.strong) - 14;
        return styled + (tag ? '{' + (row.strong ? 'tag' : 'mark') + '|  ' + tag + '}' : '') + (detail && rest > 50 ? '{detail|   ' + plain(cut(detail, 11, false, rest)) + '}' : '');
      }
      return (tag ? '{' + (row.strong ? 'tag' : 'mark') + '|' + tag + '  }' : '') + styled + (detail ? '\n{detail|' + plain(cut(detail, 11, false, room)) + '}' : '');
    }

    function fill(row) {
      return row.tone === 'limit'
        ? { color: 'transparent', borderColor: soft, borderWidth: 1.5, borderType: [4, 3], borderRadius: [0, 3, 3, 0] }
        : { color: colour(row.tone), borderRadius: [0, 3, 3, 0] };
    }

    function marks(data, symbol, symbolSize, z, style) {
      return { type: 'scatter', silent: true, data: data, symbol: symbol, symbolSize: symbolSize, symbolOffset: shift, z: z, itemStyle: style };
    }

    function ends(list, end, style) {
      return texts(list.map(function (text, index) {
        var strong = rows[index].strong;
        return { value: [end(rows[index], index), index], text: text, label: { color: strong ? colour('ours') : ink, fontWeight: strong ? 'bold' : 'normal' } };
      }), 'right', { distance: 9, size: style, z: 9, offset: shift });
    }

    /** Where the figure behind a bar begins: past its whisker, and past the published figure where that would be in the way. */
    function endOf(row, index) {
      var end = Math.max(row.max, row.value);
      var pixels = plot / chart.max;
      var inTheWay = row.published !== null && row.published > end - 8 / pixels && row.published < end + (widthOf(values[index], size, true) + 20) / pixels;
      return inTheWay ? row.published : end;
    }

    function column(gridIndex, max, ticks, place) {
      var step = ticks.length > 1 ? ticks[1].at - ticks[0].at : max;
      return {
        gridIndex: gridIndex, type: 'value', min: 0, max: max, interval: step,
        axisLine: { show: false }, axisTick: { show: false }, splitLine: { show: place, lineStyle: { color: colour('grid') } },
        axisLabel: {
          show: place, color: soft, fontSize: 11, hideOverlap: true,
          formatter: function (value) { var tick = ticks[Math.round(value / step)]; return tick ? tick.label : ''; }
        }
      };
    }

    function lines(gridIndex, axisLabel) {
      return {
        gridIndex: gridIndex, type: 'category', inverse: true, data: rows.map(function (row) { return row.name; }), z: 5,
        axisLine: { show: true, lineStyle: { color: colour('line') } }, axisTick: { show: false }, splitLine: { show: false }, axisLabel: axisLabel
      };
    }

    function heading(text, at, space) {
      return { text: cut(text, 12, false, space), left: at, top: 2, padding: 0, textStyle: { color: soft, fontSize: 12, fontWeight: 'normal', fontFamily: fonts() } };
    }

    // Two bars a row on a narrow screen: the first, unseen, keeps the room of the name.
    function bar(axis, data) {
      var seen = { type: 'bar', silent: true, xAxisIndex: axis, yAxisIndex: axis, barWidth: barHeight, barGap: '20%', z: 3, data: data };
      var unseen = { type: 'bar', silent: true, xAxisIndex: axis, yAxisIndex: axis, barWidth: barHeight, data: rows.map(function () { return 0; }) };
      return narrow ? [unseen, seen] : [seen];
    }

    var whiskers = [];
    var dots = [];
    var published = [];
    rows.forEach(function (row, index) {
      if (row.max > row.min) {
        whiskers.push({ value: [(row.min + row.max) / 2, index], symbolSize: [Math.max(1, (row.max - row.min) / chart.max * plot), 1.5] });
      }
      row.samples.forEach(function (sample) { dots.push([sample, index]); });
      if (row.published !== null) {
        published.push([row.published, index]);
      }
    });

    var dark = { color: colour('dot'), opacity: 1 };
    var option = {
      animation: false,
      textStyle: { fontFamily: fonts(), color: ink },
      title: [heading(chart.axis, narrow ? 0 : left, width - (narrow ? 4 : left) - (beside ? costGap + costPlot + 24 : 0))],
      grid: [{ left: left, width: plot, top: top, bottom: bottom }],
      tooltip: tooltip({
        trigger: 'axis',
        axisPointer: { type: 'shadow', shadowStyle: { color: colour('grid'), opacity: 0.45 } },
        formatter: function (found) {
          var row = found.length ? rows[found[0].dataIndex] : null;
          return row ? tip(row.name + (row.detail ? ' (' + row.detail + ')' : ''), row.tip) : '';
        }
      }),
      xAxis: [column(0, chart.max, chart.ticks, true)],
      yAxis: [lines(0, {
        inside: narrow, interval: 0, margin: narrow ? 0 : 10, align: narrow ? 'left' : 'right', formatter: name,
        verticalAlign: narrow ? 'bottom' : 'middle',
        rich: {
          name: { color: ink, fontSize: size, lineHeight: 17 },
          strong: { color: ink, fontSize: size, fontWeight: 'bold', lineHeight: 17 },
          tag: { color: colour('ours'), fontSize: 11, fontWeight: 'bold', lineHeight: 17 },
          mark: { color: soft, fontSize: 11, fontWeight: 'bold', lineHeight: 17 },
          detail: { color: soft, fontSize: 11, lineHeight: narrow ? 17 : 15 }
        }
      })],
      series: bar(0, rows.map(function (row) { return { value: row.value, itemStyle: fill(row) }; })).concat([
        marks(whiskers, 'rect', 1, 6, dark),
        marks(dots, 'circle', 5, 7, { color: colour('card'), borderColor: colour('dot'), borderWidth: 1, opacity: 1 }),
        marks(published, 'diamond', 13, 8, { color: colour('card'), borderColor: colour('s1'), borderWidth: 2, opacity: 1 }),
        ends(values, endOf, size)
      ])
    };
    if (beside) {
      option.grid.push({ left: costLeft, width: costPlot, top: top, bottom: bottom });
      option.title.push(heading(chart.cost.axis, costLeft, costPlot + costGap));
      option.xAxis.push(column(1, chart.cost.max, [], false));
      option.yAxis.push(lines(1, { show: false }));
      var costEnds = ends(costs, function (row) { return row.cost ? row.cost.value : 0; }, 12);
      costEnds.xAxisIndex = 1;
      costEnds.yAxisIndex = 1;
      option.series = option.series.concat(bar(1, rows.map(function (row) { return { value: row.cost ? row.cost.value : 0, itemStyle: fill(row) }; })), [costEnds]);
    }
    return { height: top + bottom + rows.length * rowHeight, option: option };
  }

  // ---- lines: sweeps, percentiles, rounds, series over time ----------------------------------------------

  function symbolOf(line) {
    return line.points.length > 30 || line.symbol < 0 ? 'none' : SYMBOLS[line.symbol % SYMBOLS.length];
  }

  /** Grid lines as a series below the data: each is two points and a gap. */
  function gridLines(segments) {
    var data = [];
    segments.forEach(function (one) { data.push(one[0], one[1], ['-', '-']); });
    return { type: 'line', silent: true, symbol: 'none', z: 0, data: data, lineStyle: { color: colour('grid'), width: 1, type: 'solid' } };
  }

  function lines(chart, width, hidden) {
    var ink = colour('ink');
    var soft = colour('soft');
    var narrow = width < 560;
    var x = chart.x;
    var y = chart.y;
    var left = widest(y.ticks.map(function (tick) { return tick.label; }), 11) + 12;
    var right = Math.ceil(widthOf(x.ticks.length ? x.ticks[x.ticks.length - 1].label : '', 11) / 2) + 6;
    var plot = Math.max(40, width - left - right);
    var ticks = thin(x.ticks, function (at) { return (at - x.min) / (x.max - x.min) * plot; }, 4);
    var shown = chart.series.filter(function (line, index) { return !hidden[index]; });
    var noLabel = { axisTick: { show: false }, axisLabel: { show: false }, splitLine: { show: false } };

    function axis(one, extra) {
      return Object.assign({ type: 'value', min: one.min, max: one.max, nameTextStyle: { color: soft, fontSize: 12 } }, noLabel, extra);
    }

    return {
      height: narrow ? 310 : 400,
      option: {
        animation: false,
        textStyle: { fontFamily: fonts(), color: ink },
        title: { text: cut(y.name, 12, false, width - 4), left: 0, top: 2, padding: 0, textStyle: { color: soft, fontSize: 12, fontWeight: 'normal', fontFamily: fonts() } },
        grid: { left: left, right: right, top: 28, bottom: 48 },
        tooltip: tooltip({
          trigger: 'axis',
          axisPointer: { type: 'line', snap: true, lineStyle: { color: soft, type: 'dotted' }, label: { show: false } },
          formatter: function (found) {
            var rows = found.filter(function (one) { return one.data && one.data.said; })
              .sort(function (a, b) { return b.data.value[1] - a.data.value[1]; });
            return rows.length ? tip(x.name + ': ' + rows[0].data.at, rows.map(function (one) { return one.seriesName + ': ' + one.data.said; })) : '';
          }
        }),
        xAxis: axis(x, { name: cut(x.name, 12, false, plot), nameLocation: 'middle', nameGap: 30, axisLine: { show: true, onZero: false, lineStyle: { color: colour('line') } } }),
        yAxis: axis(y, { axisLine: { show: false } }),
        series: [
          gridLines(y.ticks.map(function (tick) { return [[x.min, tick.at], [x.max, tick.at]]; })
            .concat(ticks.map(function (tick) { return [[tick.at, y.min], [tick.at, y.max]]; }))),
          texts(y.ticks.map(function (tick) { return { value: [x.min, tick.at], text: tick.label }; }), 'left', { distance: 7, color: soft, size: 11 }),
          texts(ticks.map(function (tick) { return { value: [tick.at, y.min], text: tick.label }; }), 'bottom', { distance: 7, color: soft, size: 11 })
        ].concat(shown.map(function (line) {
          var tone = colour(line.tone);
          return {
            type: 'line', name: line.name, symbol: symbolOf(line), symbolSize: line.strong ? 10 : 8, showAllSymbol: true, z: line.strong ? 6 : 4,
            emphasis: { disabled: true },
            lineStyle: { color: tone, width: line.strong ? 3.5 : line.dashed ? 1.6 : 2, type: line.dashed ? [7, 5] : 'solid' },
            itemStyle: line.dashed ? { color: colour('card'), borderColor: tone, borderWidth: 1.6 } : { color: tone },
            data: line.points.map(function (point) { return { value: [point.x, point.y], said: point.label, at: point.at }; }),
            markLine: {
              silent: true, symbol: 'none', label: { show: false }, lineStyle: { color: tone, width: line.strong ? 2.2 : 1.3, type: 'solid', opacity: 0.7 },
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
    var width = printing ? PRINT_WIDTH : Math.floor(slot.clientWidth);
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
