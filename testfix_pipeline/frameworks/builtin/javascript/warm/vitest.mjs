// vitest for warm runs: its own `expect` and spies; its clock is node's.
import module from 'node:module';
import path from 'node:path';
import nodeTest from 'node:test';
import { pathToFileURL } from 'node:url';
import { hasConfiguration, makeVitePipeline } from './vite_pipeline.mjs';
import { makeDialect } from './dialect.mjs';
import { Skipped, Unsupported } from './suite.mjs';
import { tablesOf } from './vitest_tables.mjs';

const loaderOf = (folder) => async (name) => {
  const from = pathToFileURL(path.join(folder, 'package.json')).href;
  return import(import.meta.resolve(name, from));
};

export const makeVitest = async (order, root, suite) => {
  const load = loaderOf(order.package);
  const [chai, matchers, spies, utils] = await Promise.all([load('chai'), load('@vitest/expect'), load('@vitest/spy'), load('@vitest/utils')]);
  chai.use(matchers.JestExtend);
  chai.use(matchers.JestChaiExpect);
  chai.use(matchers.JestAsymmetricMatchers);
  const fresh = { assertionCalls: 0, isExpectingAssertions: false, isExpectingAssertionsError: null, expectedAssertionsNumber: null, expectedAssertionsNumberErrorGen: null };
  const unsupported = (name) => () => { throw new Unsupported(name); };

  const expect = (value, message) => {
    const { assertionCalls } = matchers.getState(expect);
    matchers.setState({ assertionCalls: assertionCalls + 1 }, expect);
    return chai.expect(value, message);
  };
  Object.assign(expect, chai.expect, globalThis[matchers.ASYMMETRIC_MATCHERS_OBJECT]);
  Object.assign(expect, {
    getState: () => matchers.getState(expect),
    setState: (state) => matchers.setState(state, expect),
    extend: (found) => chai.expect.extend(expect, found),
    soft: (...args) => expect(...args),
    poll: unsupported('expect.poll'),
    unreachable: (message = 'unreachable') => chai.assert.fail(message),
    assertions: (count) => matchers.setState({ expectedAssertionsNumber: count }, expect),
    hasAssertions: () => matchers.setState({ isExpectingAssertions: true }, expect),
    addEqualityTesters: (testers) => matchers.addCustomEqualityTesters(testers),
  });
  globalThis[matchers.GLOBAL_EXPECT] = expect;
  matchers.setState({ ...fresh, testPath: '', currentTestName: '', environment: 'node' }, expect);
  for (const name of ['toMatchSnapshot', 'toMatchInlineSnapshot', 'toThrowErrorMatchingSnapshot', 'toMatchFileSnapshot'])
    chai.util.addMethod(chai.Assertion.prototype, name, unsupported(name));

  const given = () => ({ expect, task: {}, skip: () => { throw new Skipped(); }, onTestFinished: (fn) => suite.afterThis(fn), onTestFailed: () => {} });
  const { describe, it, hooks } = makeDialect(suite, { takesDone: false, given, tables: tablesOf(utils, given) });
  it.extend = unsupported('test.extend');

  const { mock } = nodeTest;
  const stubbed = new Map();
  const environment = new Map();
  // From version 4 on its spies are known to it alone.
  const ofAll = { mockClear: spies.clearAllMocks, mockReset: spies.resetAllMocks, mockRestore: spies.restoreAllMocks };
  const mocks = (method) => () => {
    if (spies.mocks) for (const one of spies.mocks) one[method]();
    else ofAll[method]();
    return vi;
  };
  const restoreStubs = () => {
    for (const [name, [had, value]] of stubbed) had ? (globalThis[name] = value) : delete globalThis[name];
    stubbed.clear();
    return vi;
  };
  const vi = {
    fn: spies.fn,
    spyOn: spies.spyOn,
    isMockFunction: spies.isMockFunction,
    mocked: (value) => value,
    hoisted: (make) => make(),
    clearAllMocks: mocks('mockClear'),
    resetAllMocks: mocks('mockReset'),
    restoreAllMocks: mocks('mockRestore'),
    stubGlobal: (name, value) => {
      if (!stubbed.has(name)) stubbed.set(name, [name in globalThis, globalThis[name]]);
      globalThis[name] = value;
      return vi;
    },
    unstubAllGlobals: restoreStubs,
    stubEnv: (name, value) => {
      if (!environment.has(name)) environment.set(name, process.env[name]);
      value === undefined ? delete process.env[name] : (process.env[name] = String(value));
      return vi;
    },
    unstubAllEnvs: () => {
      for (const [name, value] of environment) value === undefined ? delete process.env[name] : (process.env[name] = value);
      environment.clear();
      return vi;
    },
    useFakeTimers: ({ now } = {}) => {
      mock.timers.reset();
      mock.timers.enable({ now: now === undefined ? Date.now() : Number(now) });
      return vi;
    },
    useRealTimers: () => (mock.timers.reset(), vi),
    advanceTimersByTime: (ms) => (mock.timers.tick(ms), vi),
    advanceTimersByTimeAsync: async (ms) => {
      mock.timers.tick(ms);
      for (let turn = 0; turn < 10; turn++) await null;
      return vi;
    },
    runAllTimers: () => (mock.timers.runAll(), vi),
    runAllTimersAsync: async () => {
      for (let turn = 0; turn < 10; turn++) await null;
      mock.timers.runAll();
      for (let turn = 0; turn < 10; turn++) await null;
      return vi;
    },
    setSystemTime: (time) => (mock.timers.setTime(Number(new Date(time))), vi),
    setConfig: () => {},
    resetConfig: () => {},
  };
  let modules; // what mocks modules, where a configuration of Vite is followed
  const byModules = (name, act) => (...args) => (modules ? act(...args) : unsupported(`vi.${name}`)());
  const mock_ = (specifier, make) => {
    if (typeof make !== 'function') unsupported('vi.mock without a factory')();
    modules.set(specifier, make);
  };
  for (const name of ['mock', 'doMock']) vi[name] = byModules(name, mock_);
  for (const name of ['unmock', 'doUnmock']) vi[name] = byModules(name, (specifier) => void modules.delete(specifier));
  vi.importActual = byModules('importActual', (specifier) => modules.actual(specifier));
  vi.resetModules = byModules('resetModules', () => (modules.reset(), vi));
  for (const name of ['importMock', 'waitFor', 'waitUntil',
    'runOnlyPendingTimers', 'advanceTimersToNextTimer', 'getTimerCount', 'dynamicImportSettled'])
    vi[name] = unsupported(`vi.${name}`);

  const checks = () => {
    const { assertionCalls, expectedAssertionsNumber, isExpectingAssertions } = matchers.getState(expect);
    const missed = typeof expectedAssertionsNumber === 'number' ? assertionCalls !== expectedAssertionsNumber : isExpectingAssertions && !assertionCalls;
    if (missed) throw new Error('another number of assertions than expected');
  };
  const nothing = new Proxy(() => nothing, { get: () => nothing });
  const own = { describe, suite: describe, it, test: it, ...hooks, expect, vi, vitest: vi, assert: chai.assert, chai, expectTypeOf: nothing, assertType: () => {},
    onTestFinished: (fn) => suite.afterThis(fn), onTestFailed: () => {} };
  const folders = [root, ...(order.tree ? [order.tree] : [])];
  const pipeline = hasConfiguration(folders) ? await makeVitePipeline(order, root) : null;
  return {
    modules: { vitest: own },
    globals: own,
    pipeline,
    use: (given) => (modules = pipeline && given),
    begin: ({ clearMocks, mockReset, restoreMocks, unstubGlobals, unstubEnvs } = {}) => {
      if (clearMocks) suite.hook('beforeEach', vi.clearAllMocks);
      if (mockReset) suite.hook('beforeEach', vi.resetAllMocks);
      if (restoreMocks) suite.hook('beforeEach', vi.restoreAllMocks);
      if (unstubGlobals) suite.hook('beforeEach', vi.unstubAllGlobals);
      if (unstubEnvs) suite.hook('beforeEach', vi.unstubAllEnvs);
      suite.hook('beforeEach', () => matchers.setState(fresh, expect));
      suite.hook('afterEach', checks);
    },
    end: () => {
      mocks('mockRestore')();
      restoreStubs();
      vi.unstubAllEnvs();
      mock.timers.reset();
      spies.mocks?.clear?.();
    },
  };
};
