'use strict';
// mocha --reporter THIS: mocha loads its reporter by name; ours lives beside the code that starts mocha.
module.exports = require('./run.cjs').Reporter;
