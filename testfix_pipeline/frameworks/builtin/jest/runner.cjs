'use strict';
// jest --testRunner THIS: jest-circus with our eyes. It stands outside of the context in which the tests run.
const { createRequire } = require('node:module');
const path = require('node:path');
const channel = require('../javascript/channel.cjs');
const assertions = require('../javascript/assertions.cjs');
const { guardAll, guarded } = require('../javascript/faults.cjs');
const { observe } = require('../javascript/observation.cjs');
const { sortTree, watchState } = require('../javascript/shared_state.cjs');

const { order, say, describeError, relative, numbering, isWanted } = channel;
const GLOBALS = ['test', 'it', 'describe', 'expect', 'beforeAll', 'beforeEach', 'afterAll', 'afterEach', 'xit', 'fit'];
const totals = { canaries: 0 };
const NOTHING = {
  failureMessage: null,
  leaks: false,
  numFailingTests: 0,
  numPassingTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  openHandles: [],
  perfStats: { start: 0, end: 0, runtime: 0, slow: false, loadTestEnvironmentStart: 0, loadTestEnvironmentEnd: 0, setupFilesStart: 0, setupFilesEnd: 0, setupAfterEnvStart: 0, setupAfterEnvEnd: 0 },
  skipped: true,
  snapshot: { added: 0, fileDeleted: false, matched: 0, unchecked: 0, uncheckedKeys: [], unmatched: 0, updated: 0 },
  testResults: [],
};

// jest's own copy, found as jest finds it, whatever the layout of node_modules.
const findCircus = () => {
  let from = createRequire(path.join(order.package, 'package.json'));
  for (const name of ['jest-cli', 'jest-config']) {
    try {
      from = createRequire(from.resolve(`${name}/package.json`));
    } catch {
      // flat layouts and workspaces have it further up
    }
  }
  const found = from('jest-circus/runner');
  return found.default ?? found;
};
const circus = findCircus();
const turn = setImmediate; // before the next turn node has reported each rejection that nobody handles
const nextTurn = () => new Promise((resolve) => turn(resolve));

const tellFault = (fault) => say('fault', fault);

const titlesOf = (entry) => {
  const titles = [];
  for (let at = entry; at && at.parent; at = at.parent) titles.unshift(String(at.name));
  return titles;
};

const testsBelow = (block, found = []) => {
  for (const child of block.children) child.type === 'describeBlock' ? testsBelow(child, found) : found.push(child);
  return found;
};

const watch = watchState(order.state, order.root, (found) => say('state', { found }));
const describeFirst = (errors) => {
  const first = errors[0];
  return describeError(Array.isArray(first) ? (first[0] ?? first[1]) : first);
};

/** What is seen of one test file, event by event. */
class FileWatch {
  constructor(file, environment) {
    this.file = file;
    this.global = environment.global;
    this.ids = new Map();
    this.seen = new Map(); // by test: 'running', 'returned', 'threw'
    this.around = new Set(); // tests for which a hook failed
    this.exited = new Set();
    this.uncaught = []; // { test, error, promise }: what nobody waited for
    this.current = null;
    this.held = null; // the result of a test that may be run again
    this.handlers = {
      setup: () => this.rememberGlobals(),
      run_start: ({ state }) => this.collect(state),
      test_start: ({ test }) => this.begin(test),
      test_fn_success: nextTurn, // so that the test is still the current one when its promises are found rejected
      test_fn_failure: nextTurn,
      test_skip: ({ test }) => this.tell(test, 'skipped'),
      test_todo: ({ test }) => this.tell(test, 'todo'),
      test_retry: ({ test }) => {
        this.held = null;
        this.forget((one) => one.test === test);
      },
      test_done: ({ test }) => this.finish(test),
      hook_failure: (event) => this.hookFailed(event),
      error: ({ error, promise }) => this.uncaughtError(error, promise),
      error_handled: ({ promise }) => this.forget((one) => one.promise === promise),
      run_finish: () => this.check(),
    };
    guardAll(this.handlers, tellFault);
    this.rememberGlobals();
    this.replaceExit(environment.global.process);
  }

  // The process has other files to run.
  replaceExit(process) {
    process.exit = (code) => {
      if (this.current) this.exited.add(this.current);
      const error = new Error(`process.exit(${code ?? ''}) was called`);
      Error.captureStackTrace(error, process.exit); // it is the caller's, not a fault of ours
      throw error;
    };
  }

  rememberGlobals() {
    this.kept = GLOBALS.filter((name) => this.global[name]).map((name) => [name, this.global[name]]);
  }

  replaced() {
    return this.kept.filter(([name, value]) => this.global[name] !== value).map(([name]) => name);
  }

  collect(state) {
    const number = numbering();
    const tests = testsBelow(state.rootDescribeBlock);
    this.isEmpty = !tests.length;
    for (const test of tests) {
      const id = number(this.file, titlesOf(test));
      this.ids.set(test, id);
      if (!isWanted(id)) test.mode = 'skip';
    }
    sortTree(order.sequence, state.rootDescribeBlock, ({ children }) => children && [children], (test) => [this.ids.get(test)]);
    this.checkIdentity();
    say('collected', { file: this.file, ids: [...this.ids.values()].filter(isWanted), focused: state.hasFocusedTests });
  }

  begin(test) {
    this.flush(test);
    const isNew = !this.seen.has(test);
    if (isNew) watch(this.ids.get(test), test.fn, this.global);
    this.current = test;
    this.seen.set(test, 'running');
    if (isNew && test.fn) {
      const observed = observe(test.fn, () => this.seen.set(test, 'threw'), test.fn.length ? 0 : -1);
      test.fn = observed;
    }
    if (isNew && isWanted(this.ids.get(test))) say('begin', { id: this.ids.get(test) });
  }

  finish(test) {
    this.current = null;
    const errors = [...test.errors, ...this.uncaught.filter((one) => one.test === test).map(({ error }) => error)];
    const failed = errors.length > 0;
    const exited = this.exited.has(test) && !failed;
    const deceived = this.seen.get(test) === 'threw' && !failed && !test.failing;
    const status = failed ? (this.around.has(test) ? 'error' : 'failed') : exited ? 'failed' : 'passed';
    const error = failed ? describeFirst(errors) : exited ? describeError(new Error('process.exit was called')) : undefined;
    if (error && /^Exceeded timeout of|thrown: "Exceeded timeout/.test(error.message)) error.type = 'NeverEnds';
    this.held = { test, deceived, fields: { id: this.ids.get(test), status, ms: test.duration, error } };
  }

  /** Tell the held result, unless `test` is the same one, tried again. */
  flush(test) {
    const { held } = this;
    if (!held || held.test === test) return;
    this.held = null;
    const { id } = held.fields;
    if (!isWanted(id)) return;
    if (held.deceived) {
      say('tampering', { kind: 'observation', what: `${id[1].join(' > ')} threw and is reported as passed`, file: this.file });
    }
    say('result', held.fields);
  }

  tell(test, status) {
    this.flush(test);
    this.current = null;
    const id = this.ids.get(test);
    if (isWanted(id)) say('result', { id, status });
  }

  hookFailed({ hook, describeBlock, test, error }) {
    const block = hook.parent ?? describeBlock;
    if (test) this.around.add(test);
    else if (hook.type === 'beforeAll') for (const below of testsBelow(block)) this.around.add(below);
    this.tellHook(titlesOf(block), hook.type, error);
  }

  uncaughtError(error, promise) {
    if (!this.current) return this.tellHook([], 'code outside of tests', error);
    this.uncaught.push({ test: this.current, error, promise });
  }

  forget(is) {
    this.uncaught = this.uncaught.filter((one) => !is(one));
  }

  tellHook(titles, hook, error) {
    say('hook', { file: this.file, titles, hook, error: describeFirst([error]) });
  }

  checkIdentity() {
    const replaced = [...this.replaced(), ...assertions.replacedFunctions()];
    if (replaced.length) say('tampering', { kind: 'identity', what: `${replaced.join(', ')} replaced`, file: this.file });
  }

  async check() {
    await nextTurn();
    this.flush(null);
    const { silent, count } = await assertions.checkAssertions({ expect: this.global.expect, used: order.used });
    totals.canaries += count;
    if (silent.length) say('tampering', { kind: 'canary', what: `${silent.join(', ')} did not fail`, file: this.file });
    this.checkIdentity();
  }
}

const runFile = async (globalConfig, config, environment, runtime, testPath, send) => {
  const file = relative(testPath);
  if (order.without_files.includes(file)) return { ...NOTHING, testFilePath: testPath };
  say('loading', { file });
  const watch = new FileWatch(file, environment);
  const inner = environment.handleTestEvent?.bind(environment);
  environment.handleTestEvent = async (event, state) => {
    if (inner) await inner(event, state);
    await watch.handlers[event.name]?.({ ...event, state });
  };
  try {
    const result = await circus(globalConfig, config, environment, runtime, testPath, send);
    if (watch.isEmpty && !result.testExecError) {
      say('file_error', { file, error: { type: 'Error', message: 'Your test suite must contain at least one test.', stack: '' } }); // as jest
    }
    return result;
  } catch (error) {
    say('file_error', { file, error: describeError(error) });
    throw error;
  }
};
const guardedRun = guarded('run', runFile, tellFault);

module.exports = async (...given) => (await guardedRun(...given)) ?? { ...NOTHING, testFilePath: given[4] };
module.exports.totals = totals;
