// The tests of one file: declared while it is loaded, then those that are wanted are run, with the hooks around them.

import { NeverEnds } from './guard.mjs';

export class Unsupported extends Error {
  name = 'TestfixUnsupported';
}
export class Skipped extends Error {
  name = 'TestfixSkipped';
}

/** Under this symbol, the set of lines that files with counters (statement_counters.py) add to; where they are asked for. */
export const LINES = Symbol.for('testfix.lines');
/** Under this one, the recorder of calls (calls.mjs), where there is one. */
export const CALLS = Symbol.for('testfix.calls');

const { stringify } = JSON;
const text = (read) => {
  try {
    return String(read() ?? '').slice(0, 600);
  } catch {
    return '';
  }
};

export const makeSuite = (guard) => {
  let file, counts, top, current, ended, endless, mostEndless, report, asked, atImport, isTimed;
  let installing = 0;
  const always = []; // hooks that what is installed declares: it is loaded once, and they are those of every file

  const makeGroup = (titles, parent, mode) => ({ titles, parent, mode, items: [], before: [], after: [], beforeEach: [], afterEach: [] });
  const number = (titles) => {
    const key = stringify(titles);
    const seen = counts.get(key) ?? 0;
    counts.set(key, seen + 1);
    return [file, titles, seen];
  };
  const described = (id, error, status = 'failed') => {
    if (status !== 'failed') return { id, status, error: '', message: '', line: '' };
    const isObject = error !== null && typeof error === 'object';
    const stack = isObject ? text(() => error.stack) : '';
    return {
      id,
      status,
      error: isObject ? text(() => error.name || error.constructor?.name) || 'Error' : typeof error,
      message: isObject ? text(() => error.message) : text(() => error),
      line: stack.match(new RegExp(`${file.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}:(\\d+)`))?.[1] ?? '',
    };
  };

  const group = (name, fn, mode) => {
    const outer = current;
    current = makeGroup([...outer.titles, name], outer, mode);
    outer.items.push({ group: current });
    try {
      const value = fn?.call({ timeout: () => {}, slow: () => {}, retries: () => {} }, { name });
      if (value !== null && typeof value === 'object' && typeof value.then === 'function') {
        value.catch?.(() => {});
        throw new Unsupported('a group that is described asynchronously');
      }
    } finally {
      current = outer;
    }
  };
  const test = (name, fn, { mode = '', run = (call) => call() } = {}) => {
    const titles = [...current.titles, name];
    current.items.push({ id: number(titles), fn, mode, run });
  };

  const testsIn = (one) => one.items.flatMap((item) => (item.group ? testsIn(item.group) : [item]));
  /** Titles may hold the text of a function, which the compiler of a framework lays out in its way: such tests get the wanted id. */
  const matchLaidOut = (wanted) => {
    const bare = (id) => id.replace(/\\n|[\s\\'"`();,]/g, '');
    const known = new Map([...wanted].filter((id) => /=>|function/.test(id)).map((id) => [bare(id), id]));
    if (known.size === 0) return;
    for (const item of testsIn(top)) {
      const id = known.get(bare(stringify(item.id)));
      if (id) item.id = JSON.parse(id);
    }
  };
  const groupsAround = (one) => (one ? [...groupsAround(one.parent), one] : []);
  const hasWanted = (one, isWanted) => one.items.some((item) => (item.group ? hasWanted(item.group, isWanted) : isWanted(item.id)));

  const tookSince = (before, began) => {
    const { user, system } = process.cpuUsage(before);
    const seconds = (user + system) / 1e6;
    return { seconds, waited: Math.max(0, (performance.now() - began) / 1000 - seconds) };
  };
  const runTest = async (item, around, ms) => {
    const isLeftOut = item.mode === 'skip' || item.mode === 'todo' || !item.fn;
    if (isLeftOut || around.some((one) => one.mode === 'skip' || one.mode === 'todo')) return described(item.id, null, 'skipped');
    if (endless >= mostEndless) return described(item.id, new NeverEnds('others before it never ended'));
    const began = performance.now();
    const before = isTimed && process.cpuUsage();
    const own = atImport && (globalThis[LINES] = new Set());
    let error, failed = false;
    const attempt = async (step) => {
      try {
        await guard.within(ms, step);
        return true;
      } catch (caught) {
        if (!failed) error = caught;
        return !(failed = true);
      }
    };
    ended.length = 0;
    globalThis[CALLS]?.begin(item.id);
    for (const one of around) for (const hook of one.beforeEach) if (!failed) await attempt(hook);
    if (!failed) await attempt(() => item.run(item.fn, item));
    for (const one of [...around].reverse()) for (const hook of one.afterEach) await attempt(hook);
    for (const hook of ended.splice(0).reverse()) await attempt(hook);
    globalThis[CALLS]?.ended?.();
    if (error instanceof Skipped) return described(item.id, null, 'skipped');
    if (error instanceof NeverEnds) endless += 1;
    const lines = own && [...atImport, ...own];
    if (own) globalThis[LINES] = atImport;
    return { ...described(item.id, error, failed ? 'failed' : 'passed'), ...(isTimed && tookSince(before, began)), lines };
  };

  const runGroup = async (one, isWanted, ms, found) => {
    if (!hasWanted(one, isWanted)) return;
    const around = groupsAround(one);
    let broken;
    for (const hook of one.before) {
      try {
        await guard.within(ms, hook);
      } catch (error) {
        broken ??= { error };
      }
    }
    for (const item of one.items) {
      if (item.group && broken) failAll(item.group, broken.error, isWanted, found);
      else if (item.group) await runGroup(item.group, isWanted, ms, found);
      else if (isWanted(item.id)) found.push(broken ? described(item.id, broken.error) : await runTest(item, around, ms));
    }
    for (const hook of one.after) await guard.within(ms, hook).catch(() => {});
  };
  const failAll = (one, error, isWanted, found) => {
    for (const item of one.items) {
      if (item.group) failAll(item.group, error, isWanted, found);
      else if (isWanted(item.id)) found.push(described(item.id, error));
    }
  };
  const hasOnly = (one) => one.items.some((item) => item.mode === 'only' || (item.group && (item.group.mode === 'only' || hasOnly(item.group))));

  return {
    /** most: after so many tests that never end, the others are not waited for. timed: say how long tests take, which to
        ask the system takes longer than many tests. */
    begin: (now, most, timed) => {
      globalThis[CALLS]?.end();
      file = now;
      mostEndless = most;
      isTimed = timed;
      counts = new Map();
      ended = [];
      endless = 0;
      top = current = makeGroup([], null, '');
      for (const [kind, fn] of always) top[kind].push(fn);
    },
    /** What make() gives, which loads something that is installed. */
    installing: (make) => {
      installing += 1;
      let made;
      try {
        made = make();
      } finally {
        if (typeof made?.then !== 'function') installing -= 1;
      }
      return typeof made?.then === 'function' ? made.finally(() => (installing -= 1)) : made;
    },
    loaded: () => (current = top),
    /** Every wanted test of a file that can't be loaded. */
    allFailed: (wanted, error) => [...wanted].map((id) => described(JSON.parse(id), error)),
    run: async (wanted, ms) => {
      if (hasOnly(top)) throw new Unsupported('focused tests');
      matchLaidOut(wanted);
      const found = [];
      // A test with subtests has to run for one of them to run.
      const parents = new Set([...wanted].flatMap((id) => JSON.parse(id)[1].map((_, i, titles) => stringify(titles.slice(0, i)))));
      // The id of a file alone stands for all of its tests, once it can be loaded.
      const isWhole = [...wanted].some((id) => JSON.parse(id)[1].length === 0);
      const isWanted = (id) => isWhole || wanted.has(stringify(id)) || parents.has(stringify(id[1]));
      report = (one) => found.push(one);
      asked = { isWanted, ms };
      atImport = globalThis[LINES];
      await runGroup(top, isWanted, ms, found);
      return found;
    },
    hook: (kind, fn) => {
      if (installing) always.push([kind, fn]);
      (installing ? top : current)[kind].push(fn);
    },
    /** What is done when the test that runs has ended. */
    afterThis: (fn) => ended.push(fn),
    /** Runs a test inside of another one, of these titles, and says whether it passed. */
    subtest: async (above, name, fn, { mode, run }) => {
      const item = { id: number([...above, name]), fn, mode, run };
      if (!asked.isWanted(item.id)) return true;
      const outcome = await runTest(item, [], asked.ms);
      report(outcome);
      return outcome.status !== 'failed';
    },
    group,
    test,
  };
};
