// node:test for warm runs.
import nodeTest from 'node:test';
import { Skipped, Unsupported } from './suite.mjs';

export const makeNodeTest = (suite) => {
  const { mock } = nodeTest;
  const Tracker = mock.constructor;
  let trackers = [];

  const readCall = (name, options, fn) => {
    if (typeof name === 'function') return { name: name.name || '<anonymous>', options: {}, fn: name };
    if (name !== null && typeof name === 'object') return { name: name.name || options?.name || '<anonymous>', options: name, fn: options };
    if (typeof options === 'function') return { name: name || options.name || '<anonymous>', options: {}, fn: options };
    return { name: name || fn?.name || '<anonymous>', options: options ?? {}, fn };
  };
  const modeOf = (options, keyword) => keyword || ['skip', 'todo', 'only'].find((one) => options[one]) || '';
  const isThenable = (value) => value !== null && typeof value === 'object' && typeof value.then === 'function';
  const called = (fn, context) => {
    if (fn.length > 1) return new Promise((resolve, reject) => fn.call(context, context, (error) => (error ? reject(error) : resolve())));
    return fn.call(context, context);
  };
  /** A test's function, then the subtests that it began. */
  const withSubtests = async (fn, titles) => {
    const begun = [];
    const value = called(fn, makeContext(titles.at(-1), titles, begun));
    if (isThenable(value)) await value;
    const passed = await Promise.all(begun);
    const failed = passed.filter((one) => !one).length;
    if (failed) throw new Error(`${failed} subtest${failed > 1 ? 's' : ''} failed`);
  };
  const makeContext = (title, titles = [], begun = []) => {
    const own = new Tracker();
    trackers.push(own);
    return {
      name: title,
      mock: own,
      signal: new AbortController().signal,
      diagnostic: () => {},
      plan: () => {},
      after: (fn) => suite.afterThis(fn),
      before: (fn) => fn(),
      skip: () => { throw new Skipped(); },
      todo: () => { throw new Skipped(); },
      get assert() { throw new Unsupported('t.assert'); },
      test: (...args) => {
        const { name, options, fn } = readCall(...args);
        const run = (wanted) => withSubtests(wanted, [...titles, String(name)]);
        const passed = suite.subtest(titles, String(name), typeof fn === 'function' ? fn : () => {}, { mode: modeOf(options, ''), run });
        begun.push(passed);
        return passed.then(() => undefined);
      },
      beforeEach: () => { throw new Unsupported('hooks of subtests'); },
      afterEach: () => { throw new Unsupported('hooks of subtests'); },
    };
  };

  const makeTest = (keyword) => (...args) => {
    const { name, options, fn } = readCall(...args);
    const run = (wanted, item) => (wanted.length ? withSubtests(wanted, item.id[1]) : called(wanted, makeContext(name)));
    suite.test(String(name), typeof fn === 'function' ? fn : () => {}, { mode: modeOf(options, keyword), run });
    return Promise.resolve();
  };
  const makeGroup = (keyword) => (...args) => {
    const { name, options, fn } = readCall(...args);
    suite.group(String(name), fn, modeOf(options, keyword));
    return Promise.resolve();
  };
  const withKeywords = (make) => Object.assign(make(''), Object.fromEntries(['skip', 'todo', 'only'].map((one) => [one, make(one)])));
  const hook = (kind) => (fn) => suite.hook(kind, () => called(fn, makeContext('')));
  const test = withKeywords(makeTest);
  const describe = withKeywords(makeGroup);
  const hooks = { before: hook('before'), after: hook('after'), beforeEach: hook('beforeEach'), afterEach: hook('afterEach') };
  const all = { test, it: test, describe, suite: describe, ...hooks, mock, skip: test.skip, todo: test.todo, only: test.only };
  const whole = Object.assign(test, all, { default: test });
  return {
    modules: { 'node:test': whole },
    globals: {},
    begin: () => {},
    end: () => {
      mock.reset();
      mock.timers.reset();
      for (const one of trackers) one.reset();
      trackers = [];
    },
  };
};
