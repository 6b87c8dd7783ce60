'use strict';
// node THIS ARGUMENTS...: mocha's own command line in this process, with a reporter of ours. A file that can't be
// loaded does not keep the others from running.
const fs = require('node:fs');
const { createRequire } = require('node:module');
const path = require('node:path');
const { pathToFileURL } = require('node:url');
if (require('./node_options.cjs').runAgain()) return;
const channel = require('../javascript/channel.cjs');
const assertions = require('../javascript/assertions.cjs');
const { guardAll } = require('../javascript/faults.cjs');
const { observe } = require('../javascript/observation.cjs');
const { sortTree, watchState } = require('../javascript/shared_state.cjs');

const { order, say, describeError, relative, numbering, isWanted, keyOf } = channel;
const mochaRequire = createRequire(path.join(order.package, 'package.json'));
const Mocha = mochaRequire('./index.js');
const LOADING = ['./lib/nodejs/esm-utils.js', './lib/esm-utils.js']; // from version 9 on; 7 and 8; 6 loads CommonJS alone
const NAMES = ['it', 'specify', 'test', 'describe', 'context', 'suite', 'before', 'beforeEach', 'after', 'afterEach', 'setup', 'teardown'];
let libraries = {};
const broken = new Set(); // files that can't be loaded; their tests so far are not run

// Each file is loaded between `pre-require` and `post-require`: is what it was given still there?
const watchIdentity = (suite) => {
  let kept = [];
  suite.on('pre-require', (context) => (kept = NAMES.filter((name) => context[name]).map((name) => [name, context[name]])));
  suite.on('post-require', (context, file) => {
    const replaced = kept.filter(([name, value]) => context[name] !== value).map(([name]) => name);
    if (replaced.length) say('tampering', { kind: 'identity', what: `${replaced.join(', ')} replaced`, file: relative(file) });
  });
};
for (const ui of Object.keys(Mocha.interfaces)) {
  const original = Mocha.interfaces[ui];
  Mocha.interfaces[ui] = Object.assign((suite) => {
    original(suite);
    watchIdentity(suite);
  }, original);
}

const isWantedFile = (file) =>
  !order.without_files.includes(file) &&
  (!order.files.length || order.files.includes(file)) &&
  (!order.ids || order.ids.some(([at]) => at === file));

const loadLibraries = async () => {
  const load = (name) => import(pathToFileURL(createRequire(path.join(order.root, 'package.json')).resolve(name)).href);
  libraries = await assertions.loadLibraries(order.libraries, load);
};

const fileFailed = (file, error) => {
  broken.add(relative(file));
  say('file_error', { file: relative(file), error: describeError(error) });
};

const isLoaded = (file) => {
  const name = relative(file);
  if (isWantedFile(name)) say('loading', { file: name });
  return isWantedFile(name);
};

const loadAllBy = (original) => async (files, ...more) => {
  await loadLibraries();
  for (const file of files) {
    if (isLoaded(file)) await original([file], ...more).catch((error) => fileFailed(file, error));
  }
};

const loadEachBy = (original) =>
  function (done) {
    const { files } = this;
    for (const file of files.filter(isLoaded)) {
      this.files = [file];
      try {
        original.call(this);
      } catch (error) {
        fileFailed(file, error);
      }
    }
    this.files = files;
    done?.();
  };

const loading = LOADING.map((file) => path.join(order.package, file)).find((file) => fs.existsSync(file));
if (loading) mochaRequire(loading).loadFilesAsync = loadAllBy(mochaRequire(loading).loadFilesAsync);
else Mocha.prototype.loadFiles = loadEachBy(Mocha.prototype.loadFiles);

// Without a test file mocha's command line ends the process with exit code 1: a run without tests that came to its end.
const collecting = mochaRequire.resolve('./lib/cli/collect-files.js');
const collectFiles = mochaRequire(collecting);
let isCollected = false; // only mocha's own first call, before a test file is loaded
mochaRequire.cache[collecting].exports = (...given) => {
  if (isCollected) return collectFiles(...given);
  isCollected = true;
  const { exit } = process;
  process.exit = (code) => {
    say('end', { canaries: 0 });
    exit(code);
  };
  try {
    return collectFiles(...given);
  } finally {
    process.exit = exit;
  }
};

const isTimeout = (error) => error?.code === 'ERR_MOCHA_TIMEOUT' || /^Timeout of \d+ms exceeded\. /.test(error?.message ?? ''); // no code before 8

const testsBelow = (suite) => {
  const found = [];
  suite.eachTest((test) => found.push(test));
  return found;
};

const watch = watchState(order.state, order.root, (found) => say('state', { found }));
const titlesBelowRoot = (suite) => (suite.root ? [] : suite.titlePath());

const filesWithFocus = (suite, found = new Set()) => {
  for (const test of suite._onlyTests) found.add(relative(test.file));
  for (const inner of suite._onlySuites) found.add(relative(inner.file));
  for (const inner of suite.suites) filesWithFocus(inner, found);
  return found;
};

class Reporter {
  constructor(runner) {
    this.ids = new Map();
    this.functions = new Map(); // the tests' own
    this.seen = new Map(); // by id: 'running', 'threw'
    this.reported = new Set();
    this.held = null; // a result that a failing hook may still change
    this.collect(runner.suite);
    runner.on('test', (test) => this.begin(test));
    runner.on('pass', (test) => this.hold(test, 'passed'));
    runner.on('pending', (test) => this.hold(test, 'skipped'));
    runner.on('fail', (entry, error) => (entry.type === 'hook' ? this.hookFailed(entry, error) : this.hold(entry, 'failed', error)));
    runner.once('end', () => this.end());
  }

  collect(suite) {
    const number = numbering();
    const focused = suite.hasOnly() ? filesWithFocus(suite) : new Set();
    const byFile = new Map();
    for (const test of testsBelow(suite)) {
      const file = relative(test.file);
      const id = number(file, test.titlePath());
      if (isWanted(id) && !broken.has(file)) this.ids.set(test, id);
      if (!this.ids.has(test)) test.pending = true;
      else byFile.set(file, [...(byFile.get(file) ?? []), id]);
      this.functions.set(test, test.fn);
      if (test.fn) test.fn = observe(test.fn, () => this.seen.set(keyOf(id), 'threw'), test.fn.length ? 0 : -1);
    }
    for (const [file, ids] of byFile) say('collected', { file, ids, focused: focused.has(file) });
    this.hasFocus = focused.size > 0;
    sortTree(order.sequence, suite, (one) => one.tests && [one.tests, one.suites], (test) => [this.ids.get(test)]);
  }

  idOf(test) {
    return this.ids.get(test) ?? this.ids.get(test.retriedTest?.());
  }

  begin(test) {
    this.flush();
    const id = this.idOf(test);
    if (!id) return;
    this.seen.set(keyOf(id), 'running');
    say('begin', { id });
    watch(id, this.functions.get(test));
  }

  hold(test, status, error) {
    this.flush();
    const id = this.idOf(test);
    if (!id) return;
    if (status === 'passed' && this.seen.get(keyOf(id)) === 'threw') {
      say('tampering', { kind: 'observation', what: `${id[1].join(' > ')} threw and is reported as passed`, file: id[0] });
    }
    const described = error ? describeError(error) : undefined;
    if (isTimeout(error)) described.type = 'NeverEnds';
    this.held = { id, status, ms: test.duration, error: described };
  }

  flush() {
    if (!this.held) return;
    this.reported.add(keyOf(this.held.id));
    say('result', this.held);
    this.held = null;
  }

  // What comes after a failing hook is not run, and not reported.
  hookFailed(hook, error) {
    const described = describeError(error);
    const isEach = /^"(before|after) each"/.test(hook.title);
    const current = isEach && hook.ctx?.currentTest && this.idOf(hook.ctx.currentTest);
    if (current && this.held && keyOf(this.held.id) === keyOf(current)) this.held = { ...this.held, status: 'error', error: described };
    this.flush();
    const below = testsBelow(hook.parent).map((test) => this.ids.get(test));
    const after = /^"after all"/.test(hook.title) ? [] : below.filter((id) => id && !this.reported.has(keyOf(id)));
    const file = relative(hook.file ?? hook.parent.file ?? below[0]?.[0] ?? '.');
    say('hook', { file, titles: titlesBelowRoot(hook.parent), hook: hook.title.split(' hook')[0], error: described, tests: after });
    for (const id of after) this.reported.add(keyOf(id));
  }

  end() {
    this.flush();
    for (const id of this.hasFocus ? this.ids.values() : []) {
      if (!this.reported.has(keyOf(id))) say('result', { id, status: 'skipped' });
    }
  }

  // mocha waits for this after its end.
  done(failures, leave) {
    this.check().then(() => leave(failures));
  }

  async check() {
    const { silent, count } = await assertions.checkAssertions({ libraries, used: order.used });
    if (silent.length) say('tampering', { kind: 'canary', what: `${silent.join(', ')} did not fail` });
    const replaced = assertions.replacedFunctions();
    if (replaced.length) say('tampering', { kind: 'identity', what: `${replaced.join(', ')} replaced` });
    say('end', { canaries: count });
  }
}
guardAll(Reporter.prototype, (fault) => say('fault', fault));

module.exports = { Reporter };
(loading ? Promise.resolve() : loadLibraries()).then(() => mochaRequire('./lib/cli/cli.js').main(process.argv.slice(2)));
