'use strict';
// jest --reporters THIS: says that jest came to its end.
const { guardAll } = require('../javascript/faults.cjs');
const { say } = require('../javascript/channel.cjs');
const { totals } = require('./runner.cjs');

class Reporter {
  onRunComplete() {
    say('end', { canaries: totals.canaries });
  }
}
guardAll(Reporter.prototype, (fault) => say('fault', fault));

module.exports = Reporter;
