// Runs before anything else: notes every error on the root element, where a reader's console and the browser test find it.
(function () {
  'use strict';
  var root = document.documentElement;
  root.classList.add('js');
  function note(what) {
    root.dataset.errors = (root.dataset.errors ? root.dataset.errors + ' | ' : '') + what;
  }
  window.addEventListener('error', function (event) {
    note(event.message || 'error');
  });
  window.addEventListener('unhandledrejection', function (event) {
    note('rejected: ' + event.reason);
  });
  document.addEventListener('securitypolicyviolation', function (event) {
    note('refused by the page policy: ' + event.violatedDirective + ' ' + event.blockedURI);
  });
})();
