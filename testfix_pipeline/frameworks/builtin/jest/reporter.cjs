'use strict';
// jest --reporters THIS: says that jest came to its end.
const { say } = require('../javascript/channel.cjs');
const { totals } = require('./runner.cjs');

module.exports = class {
  onRunComplete() {
    say('end', { canaries: totals.canaries });
  }
};
