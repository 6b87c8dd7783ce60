'use strict';
// Options of node in mocha's configuration hold for a process of its own, which mocha's command line starts with them.
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const { createRequire } = require('node:module');
const path = require('node:path');

const AGAIN = 'again'; // stands where the folder of mocha's package does, in the process that has the options

/** The options of node that the configuration and the command line ask for. */
const optionsOf = (mocha, words) => {
  const mochaRequire = createRequire(path.join(mocha, 'package.json'));
  const { isNodeFlag, unparseNodeFlags } = mochaRequire('./lib/cli/node-flags.js');
  const options = mochaRequire('./lib/cli/options.js').loadOptions(words);
  const named = Object.fromEntries(Object.entries(options).filter(([name]) => isNodeFlag(name)));
  const given = [options['node-option'] ?? []].flat().map((one) => `--${one}`);
  return [...unparseNodeFlags(named), ...given].filter((one) => !/^--(inspect|debug)/.test(one));
};

/** Whether another process, with options of node, does what is to be done here. Its order is the one of this one. */
const runAgain = () => {
  const [, script, mocha, ...words] = process.argv;
  process.argv.splice(2, 1);
  const options = mocha === AGAIN ? [] : optionsOf(mocha, words);
  if (!options.length) return false;
  const input = fs.readFileSync(0);
  const { fd } = JSON.parse(input);
  const stdio = Array.from({ length: fd + 1 }, (_, at) => (at === 0 ? 'pipe' : at < 3 || at === fd ? at : 'ignore'));
  const { status, signal } = spawnSync(process.execPath, [...process.execArgv, ...options, script, AGAIN, ...words], { input, stdio });
  if (signal) process.kill(process.pid, signal);
  process.exitCode = status ?? 1;
  return true;
};

module.exports = { runAgain };
