// jest for warm runs: its own `expect`, mocks and clock.
import module from 'node:module';
import path from 'node:path';
import { makeJestPipeline } from './jest_pipeline.mjs';
import { makeDialect } from './dialect.mjs';
import { Unsupported } from './suite.mjs';

const loaderOf = (folder) => {
  const runner = ['jest-cli', '@jest/core', 'jest-runner'];
  const config = ['jest-cli', 'jest-config'];
  const below = [[], runner.slice(0, 1), config, runner.slice(0, 2), runner, ['jest-circus'], [...config, 'jest-circus']];
  const places = [...below, ...below.map((names) => ['jest', ...names])];
  return (name) => {
    const from = path.join(folder, 'package.json');
    for (const names of places) {
      try {
        const at = names.reduce((place, one) => module.createRequire(place).resolve(`${one}/package.json`), from);
        return module.createRequire(at)(name);
      } catch {
        // perhaps it is another's dependency
      }
    }
    throw new Unsupported(`${name} is not found`);
  };
};

export const makeJest = async (order, root, suite) => {
  const load = loaderOf(order.package);
  const { bind } = load('jest-each');
  const { describe, it, hooks } = makeDialect(suite, { tables: { each: bind } });
  const { expect } = load('expect');
  const { ModuleMocker } = load('jest-mock');
  const { ModernFakeTimers } = load('@jest/fake-timers');
  const mocker = new ModuleMocker(globalThis);
  const clock = new ModernFakeTimers({ global: globalThis, config: { fakeTimers: {} } });
  const unsupported = (name) => () => { throw new Unsupported(name); };
  for (const name of ['toMatchSnapshot', 'toMatchInlineSnapshot', 'toThrowErrorMatchingSnapshot', 'toThrowErrorMatchingInlineSnapshot'])
    expect.extend({ [name]: unsupported(name) });

  const timers = {};
  for (const name of ['advanceTimersByTime', 'advanceTimersByTimeAsync', 'advanceTimersToNextTimer', 'runAllTimers', 'runAllTimersAsync',
    'runOnlyPendingTimers', 'runOnlyPendingTimersAsync', 'runAllTicks', 'clearAllTimers', 'getTimerCount', 'setSystemTime', 'getRealSystemTime', 'now'])
    timers[name] = (...args) => clock[name](...args);
  const jest = {
    fn: mocker.fn.bind(mocker),
    spyOn: mocker.spyOn.bind(mocker),
    replaceProperty: mocker.replaceProperty?.bind(mocker),
    isMockFunction: mocker.isMockFunction.bind(mocker),
    mocked: (value) => value,
    clearAllMocks: () => (mocker.clearAllMocks(), jest),
    resetAllMocks: () => (mocker.resetAllMocks(), jest),
    restoreAllMocks: () => (mocker.restoreAllMocks(), jest),
    useFakeTimers: (options) => (clock.useFakeTimers(options), jest),
    useRealTimers: () => (clock.useRealTimers(), jest),
    setTimeout: () => jest,
    retryTimes: () => jest,
    ...timers,
  };
  for (const name of ['isolateModules', 'isolateModulesAsync', 'enableAutomock', 'unstable_mockModule']) jest[name] = unsupported(`jest.${name}`);
  let modules; // what mocks modules
  const automatic = (actual) => mocker.generateFromMetadata(mocker.getMetadata(actual));
  const mock = (specifier, make) => {
    modules.set(specifier, make ?? (() => automatic(modules.actual(specifier))));
    return jest;
  };
  const unmock = (specifier) => {
    modules.delete(specifier);
    return jest;
  };
  Object.assign(jest, {
    mock, doMock: mock, unmock, dontMock: unmock,
    setMock: (specifier, exports) => mock(specifier, () => exports),
    requireActual: (specifier) => modules.actual(specifier),
    requireMock: (specifier) => modules.mocked(specifier) ?? automatic(modules.actual(specifier)),
    createMockFromModule: (specifier) => automatic(modules.actual(specifier)),
    resetModules: () => (modules.reset(), jest),
  });
  const globals = { describe, fdescribe: describe.only, xdescribe: describe.skip, it, test: it, fit: it.only, xit: it.skip, xtest: it.skip, ...hooks, expect, jest };
  const checks = () => {
    const { assertionCalls, expectedAssertionsNumber, isExpectingAssertions } = expect.getState();
    const missed = typeof expectedAssertionsNumber === 'number' ? assertionCalls !== expectedAssertionsNumber : isExpectingAssertions && !assertionCalls;
    if (missed) throw new Error('another number of assertions than expected');
  };
  const begin = ({ clearMocks, resetMocks, restoreMocks, globals: given = {}, fakeTimers = {} } = {}) => {
    Object.assign(globalThis, given);
    if (fakeTimers.enableGlobally) suite.hook('beforeEach', () => clock.useFakeTimers());
    if (clearMocks) suite.hook('beforeEach', jest.clearAllMocks);
    if (resetMocks) suite.hook('beforeEach', jest.resetAllMocks);
    if (restoreMocks) suite.hook('beforeEach', jest.restoreAllMocks);
    suite.hook('beforeEach', () => expect.setState({ assertionCalls: 0, expectedAssertionsNumber: null, isExpectingAssertions: false, suppressedErrors: [] }));
    suite.hook('afterEach', checks);
  };
  const end = () => {
    mocker.restoreAllMocks();
    mocker.resetAllMocks();
    clock.useRealTimers();
  };
  const pipeline = order.modules ? null : await makeJestPipeline(load, root, order.arguments ?? []);
  return { modules: { '@jest/globals': globals }, globals, begin, end, pipeline, use: (given) => (modules = given) };
};
