// describe, it and the hooks as mocha, jest and vitest have them.
import { Skipped } from './suite.mjs';

const nothing = () => {};

/** takesDone: whether functions with a parameter call it when they are done; given: what others get; sharesThis: whether all
    functions of a file have one `this`, until `renew`. tables: for each method that makes tests of a table (`each`), what
    makes it of the function that makes one test or group, and of whether it makes tests. */
export const makeDialect = (suite, { takesDone = true, given = () => undefined, tables = {}, sharesThis = false } = {}) => {
  const makeSelf = () => ({
    timeout() { return this; },
    slow() { return this; },
    retries() { return this; },
    skip() { throw new Skipped(); },
  });
  let shared = makeSelf();
  const self = () => (sharesThis ? shared : makeSelf());
  const called = (fn) => {
    if (takesDone && fn.length > 0)
      return new Promise((resolve, reject) => {
        const done = (error) => (error ? reject(error) : resolve());
        done.fail = (error) => reject(error ?? new Error('failed'));
        fn.call(self(), done);
      });
    return fn.call(self(), given());
  };
  const functionOf = (...args) => args.find((one) => typeof one === 'function');
  const name = (one) => (typeof one === 'function' ? one.name : String(one));

  const makeTest = (mode) => (title, ...rest) =>
    suite.test(name(title), functionOf(...rest), { mode: rest.length ? mode : 'todo', run: called });
  const makeGroup = (mode) => (title, ...rest) => suite.group(name(title), functionOf(...rest), mode);
  const withModes = (makeOne) => {
    const make = (mode) => {
      const own = makeOne(mode);
      for (const [method, makeTable] of Object.entries(tables)) own[method] = makeTable(own, makeOne === makeTest);
      return own;
    };
    const own = make('');
    for (const mode of ['skip', 'only', 'todo']) own[mode] = make(mode);
    for (const same of ['concurrent', 'sequential', 'shuffle']) own[same] = own;
    own.skipIf = (is) => (is ? own.skip : own);
    own.runIf = (is) => (is ? own : own.skip);
    own.failing = nothing;
    return own;
  };
  const it = withModes(makeTest);
  const describe = withModes(makeGroup);
  const hook = (kind) => (...args) => {
    const fn = functionOf(...args);
    if (fn) suite.hook(kind, () => called(fn));
  };
  const hooks = { beforeAll: hook('before'), afterAll: hook('after'), beforeEach: hook('beforeEach'), afterEach: hook('afterEach') };
  return { describe, it, hooks, renew: () => void (shared = makeSelf()) };
};
