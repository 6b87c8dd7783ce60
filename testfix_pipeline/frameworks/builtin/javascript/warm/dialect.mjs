// describe, it and the hooks as mocha, jest and vitest have them, tables (`each`) included.
import { format, inspect } from 'node:util';
import { Skipped } from './suite.mjs';

const titleOf = (title, values, index, quoted) => {
  const first = values[0];
  let used = 0;
  const filled = String(title).replace(/%([sdifjopcO#%$])/g, (whole, kind) => {
    if (kind === '%') return '%';
    if (kind === '#') return String(index);
    if (kind === '$') return String(index + 1);
    if (used >= values.length) return whole;
    const value = values[used++];
    if (kind === 'p' || kind === 'o' || kind === 'O') return inspect(value);
    return format(`%${kind}`, value);
  });
  if (first === null || typeof first !== 'object') return filled;
  return filled.replace(/\$([\w.]+)/g, (whole, at) => {
    const found = at.split('.').reduce((value, name) => value?.[name], first);
    return found === undefined ? whole : typeof found === 'string' && !quoted ? found : inspect(found);
  });
};

const rowsOf = (table, values) => {
  if (!Array.isArray(table) || !('raw' in table)) return [...table];
  const names = table[0].trim().split(/\s*\|\s*/);
  const rows = [];
  for (let at = 0; at + names.length <= values.length; at += names.length)
    rows.push(Object.fromEntries(names.map((name, i) => [name, values[at + i]])));
  return rows;
};

/** Make something for each row of a table: it gets the row's title and its values. */
const forEachRow = (table, values, title, quoted, make) => {
  rowsOf(table, values).forEach((row, index) => {
    const parts = Array.isArray(row) ? row : [row];
    make(titleOf(title, parts, index, quoted), parts);
  });
};

const nothing = () => {};

/** takesDone: whether functions with a parameter call it when they are done; given: what others get; quoted: whether texts in titles are;
    sharesThis: whether all functions of a file have one `this`, until `renew`. */
export const makeDialect = (suite, { takesDone = true, given = () => undefined, quoted = false, sharesThis = false } = {}) => {
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

  const makeTest = (mode) => {
    const own = (title, ...rest) => suite.test(name(title), functionOf(...rest), { mode: rest.length ? mode : 'todo', run: called });
    own.each = (table, ...values) => (title, ...rest) => {
      const fn = functionOf(...rest);
      forEachRow(table, values, name(title), quoted, (full, parts) => suite.test(full, () => fn(...parts), { mode, run: called }));
    };
    own.for = (table) => (title, ...rest) => {
      const fn = functionOf(...rest);
      [...table].forEach((row, index) => {
        suite.test(titleOf(name(title), Array.isArray(row) ? row : [row], index, quoted), () => fn(row, given()), { mode, run: called });
      });
    };
    return own;
  };
  const makeGroup = (mode) => {
    const own = (title, ...rest) => suite.group(name(title), functionOf(...rest), mode);
    own.each = (table, ...values) => (title, ...rest) => {
      const fn = functionOf(...rest);
      forEachRow(table, values, name(title), quoted, (full, parts) => suite.group(full, () => fn(...parts), mode));
    };
    return own;
  };
  const withModes = (make) => {
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
