'use strict';
// node --require THIS --test-reporter=reporter.mjs FILE: wraps node:test before the project's code is loaded. It says
// which test runs, keeps the others out, gives each a time limit, and observes whether it threw.
// Threads load what their process has to load, too.
if (!require('node:worker_threads').isMainThread) return;
const { AsyncLocalStorage } = require('node:async_hooks');
const Module = require('node:module');
const { readFileSync } = require('node:fs');
const path = require('node:path');
const { pathToFileURL } = require('node:url');
const nodeTest = require('node:test');
const channel = require('../javascript/channel.cjs');
const assertions = require('../javascript/assertions.cjs');
const { guarded } = require('../javascript/faults.cjs');
const { observe } = require('../javascript/observation.cjs');
const { sortTree, watchState } = require('../javascript/shared_state.cjs');

const { order, say, describeError, numbering, isWanted, isWantedGroup, keyOf } = channel;
const KEYWORDS = ['skip', 'todo', 'only'];
const REPORTER_REQUEST = 'testfix:node-test-reporter';
const files = order.files ?? [order.file]; // those of one process
const places = files.map((name) => [name, path.join(order.root, name)]);
const tops = []; // the file of each test or suite at the top, as node starts them
const number = numbering();
const scope = new AsyncLocalStorage();
const observed = new Map(); // by id: 'running', 'returned', 'threw'
let focused = false;
let called = false; // whether a test or suite was declared

// Until the first test begins the file may still fail to load; then nothing is known of its tests.
let declared = [];
const declare = (id) => {
  if (declared) declared[declared.length] = id;
  else say('collected', { file: id[0], ids: [id], focused });
};
const tellDeclared = () => {
  for (const file of declared ? files : []) say('collected', { file, ids: declared.filter(([at]) => at === file), focused });
  declared = undefined;
};

const titlesHere = () => scope.getStore()?.titles ?? [];
/** The outermost of the files that declare what is called now. */
const calledFrom = () => {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = Infinity;
  const { stack } = new Error();
  Error.stackTraceLimit = limit;
  const found = places.map(([name, at]) => [stack.lastIndexOf(`${at}:`), name]);
  return found.reduce((one, other) => (other[0] > one[0] ? other : one))[1];
};
const fileHere = () => scope.getStore()?.file ?? (files.length > 1 ? calledFrom() : files[0]);

const watch = watchState(order.state, order.root, (found) => say('state', { found }));
const top = {}; // the file, as a group

const declareSorted = (group) => {
  const entries = group.beside;
  delete group.beside; // what is described asynchronously is declared at once
  sortTree(order.sequence, { entries }, (one) => one.entries && [one.entries], (one) => one.ids());
  for (const one of entries) one.act();
};
/** Declares what act() does: now, or with what stands beside it where that is to be sorted. It holds the tests of `ids`. */
const inOrder = (ids, act) => {
  const group = scope.getStore() ?? top;
  if (!order.sequence || (group === top ? files.length > 1 : !group.beside)) return act(); // node ends with the last file
  if (!group.beside) {
    group.beside = [];
    setImmediate(declareSorted, top);
  }
  return new Promise((resolve) => (group.beside[group.beside.length] = { ids, act: () => resolve(act()) }));
};
/** The ids of the sequence below titles. */
const idsBelow = (file, titles) => order.sequence.filter(([at, path]) => at === file && titles.every((title, i) => path[i] === title));

/** What a call of test() or describe() means, as node reads it. */
const readCall = (name, options, fn) => {
  if (typeof name === 'function') fn = name;
  else if (name !== null && typeof name === 'object') {
    fn = options;
    options = name;
  } else if (typeof options === 'function') fn = options;
  options = options !== null && typeof options === 'object' ? { ...options } : {};
  if (typeof name !== 'string' || name === '') name = options.name || fn?.name || '<anonymous>';
  return { name, options, fn };
};

const observedTest = (id, titles, fn) => {
  const note = () => observed.set(keyOf(id), 'threw');
  const watched = observe(fn, note, fn.length > 1 ? 1 : -1);
  const run = function (context, ...rest) {
    observed.set(keyOf(id), 'running');
    tellDeclared();
    say('begin', { id });
    watch(id, fn);
    if (context && typeof context.test === 'function') context.test = wrapTest(context.test.bind(context), titles);
    const value = scope.run({ file: id[0], titles }, () => watched.call(this, context, ...rest));
    if (observed.get(keyOf(id)) === 'running') observed.set(keyOf(id), 'returned');
    return value;
  };
  return Object.defineProperty(run, 'length', { value: fn.length });
};

/** What declares a test or suite for real, and notes the file of one at the top. */
const atTop = (file, titles, real) => (...args) => {
  if (titles.length === 1) tops[tops.length] = file;
  return real(...args);
};

const wrapTest = (real, parent) => {
  const call = (keyword) => (...args) => {
    called = true;
    const { name, options, fn } = readCall(...args);
    const file = fileHere();
    const titles = [...(parent ?? titlesHere()), name];
    const declared = atTop(file, titles, real);
    const id = number(file, titles);
    if (keyword) options[keyword] = true;
    focused = focused || Boolean(options.only);
    options.timeout ??= order.test_ms;
    const placed = parent ? (_ids, act) => act() : inOrder;
    if (isWanted(id)) declare(id);
    else if (!isParentOfWanted(id)) return placed(() => [], () => declared(name, { ...options, skip: true }, () => {}));
    return placed(() => [id], () => declared(name, options, observedTest(id, titles, typeof fn === 'function' ? fn : () => {})));
  };
  return Object.assign(call(), Object.fromEntries(KEYWORDS.map((keyword) => [keyword, call(keyword)])));
};

// A test with subtests has to run for one of them to run.
const isParentOfWanted = ([file, titles]) =>
  Boolean(order.ids) && order.ids.some(([at, wanted]) => at === file && wanted.length > titles.length && titles.every((t, i) => wanted[i] === t));

const wrapSuite = (real) => {
  const call = (keyword) => (...args) => {
    called = true;
    const { name, options, fn } = readCall(...args);
    const file = fileHere();
    const titles = [...titlesHere(), name];
    const declared = atTop(file, titles, real);
    if (keyword) options[keyword] = true;
    focused = focused || Boolean(options.only);
    if (!isWantedGroup(file, titles)) return inOrder(() => [], () => declared(name, { ...options, skip: true }, () => {}));
    const described = (...rest) => {
      const group = { file, titles, beside: [] };
      const value = scope.run(group, () => fn(...rest));
      scope.run(group, declareSorted, group);
      return value;
    };
    return inOrder(() => idsBelow(file, titles), () => declared(name, options, typeof fn === 'function' ? described : fn));
  };
  return Object.assign(call(), Object.fromEntries(KEYWORDS.map((keyword) => [keyword, call(keyword)])));
};

const wrapModule = () => {
  const test = wrapTest(nodeTest.test);
  const suite = wrapSuite(nodeTest.describe);
  const own = { test, it: test, describe: suite, suite, ...Object.fromEntries(KEYWORDS.map((k) => [k, test[k]])) };
  const copy = Object.defineProperties(test, {
    ...Object.getOwnPropertyDescriptors(nodeTest),
    ...Object.getOwnPropertyDescriptors(test),
  });
  return Object.assign(copy, own);
};

const wrapped = wrapModule();
const kept = Object.entries(wrapped).filter(([, value]) => typeof value === 'function');
const replacedNow = () => [
  ...kept.filter(([name, value]) => wrapped[name] !== value).map(([name]) => `test.${name}`),
  ...assertions.replacedFunctions(),
];

// What the reporter needs is given once; whoever asks again, or before it, is not our reporter.
let reporterServed = false;
const serveReporter = () => {
  if (reporterServed) {
    say('tampering', { kind: 'channel', what: 'the reporter was asked for twice', file: files[0] });
    return {};
  }
  reporterServed = true;
  const finish = async () => {
    const load = (name) => import(pathToFileURL(Module.createRequire(places[0][1]).resolve(name)).href);
    const libraries = await assertions.loadLibraries(order.libraries, load);
    const { silent, count } = await assertions.checkAssertions({ libraries, used: order.used });
    if (silent.length) say('tampering', { kind: 'canary', what: `${silent.join(', ')} did not fail`, file: files[0] });
    const replaced = replacedNow();
    if (replaced.length) say('tampering', { kind: 'identity', what: `${replaced.join(', ')} replaced`, file: files[0] });
    say('end', { canaries: count });
  };
  const guard = (name, fn) => guarded(name, fn, (fault) => say('fault', fault));
  return { ...channel, observed, guard, finish: guard('finish', finish), tops, tellDeclared };
};

// A file beside the tests that declares none, such as a helper that the script's pattern takes in: node lets it pass.
// Only at a natural end, and not where it asserts by itself: that is a test, which nothing here observes.
process.once('beforeExit', () => {
  const asserts = /\bassert|\bexpect\b/.test(readFileSync(places[0][1], 'utf8'));
  if (!reporterServed && !called && !asserts) say('end', { canaries: 0 });
});

const load = Module._load;
Module._load = function (request, ...rest) {
  if (request === 'node:test') return wrapped;
  if (request === REPORTER_REQUEST) return serveReporter();
  return load.call(this, request, ...rest);
};
Module.register(pathToFileURL(path.join(__dirname, 'resolve.mjs')).href);

// Processes that the project forks are its own affair.
process.execArgv = process.execArgv.filter((word, i, all) => !`${word} ${all[i + 1]}`.includes(__dirname));

process.on('uncaughtExceptionMonitor', (error) => {
  if (!scope.getStore()) say('file_error', { file: calledFrom(), error: describeError(error) });
});
for (const name of Object.keys(require.cache)) if (name.startsWith(path.dirname(__dirname))) delete require.cache[name];
for (const file of files) say('loading', { file });
