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
/** Fewer than by what the time of one test is multiplied for its limit (framework_processes.py). */
const TESTS_PER_CLOCK = 4;
const isThenable = (value) => value !== null && typeof value === 'object' && typeof value.then === 'function';
/** Does one step after the other, and waits only for those that have something to wait for. */
const inOrder = (steps) => {
  for (const [at, step] of steps.entries()) {
    const made = step();
    if (isThenable(made)) return made.then(() => inOrder(steps.slice(at + 1)));
  }
  return undefined;
};
/** Does a step, and gives what it throws to `note`. */
const tried = (step, note) => {
  try {
    const made = step();
    return isThenable(made) ? made.then(() => {}, note) : undefined;
  } catch (error) {
    return note(error);
  }
};
const text = (read) => {
  try {
    return String(read() ?? '').slice(0, 600);
  } catch {
    return '';
  }
};

export const makeSuite = (guard) => {
  let file, counts, top, current, ended, endless, mostEndless, report, asked, atImport;

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
    const bare = (id) => id.replace(/\\n|[^\w$]/g, '');
    const known = new Map([...wanted].filter((id) => /=>|function/.test(id)).map((id) => [bare(id), id]));
    if (known.size === 0) return;
    for (const item of testsIn(top)) {
      const id = known.get(bare(stringify(item.id)));
      if (id) item.id = JSON.parse(id);
    }
  };
  const groupsAround = (one) => (one ? [...groupsAround(one.parent), one] : []);
  const hasWanted = (one, isWanted) => one.items.some((item) => (item.group ? hasWanted(item.group, isWanted) : isWanted(item.id)));

  /** A test with the hooks around it: `start` does all that, `end` tells the outcome. */
  const runOf = (item, around) => {
    const isLeftOut = [item, ...around].some(({ mode }) => mode === 'skip' || mode === 'todo') || !item.fn;
    let began, computed, own, rest = [], error, failed = false, isOver = false;
    const note = (caught) => {
      if (!failed) error = caught;
      failed = true;
    };
    const attempt = (step) => () => !isOver && tried(step, note);
    const unlessFailed = (step) => () => failed || attempt(step)();
    const start = () => {
      if (isLeftOut) return undefined;
      if (endless >= mostEndless) return note(new NeverEnds('others before it never ended'));
      began = performance.now();
      computed = process.cpuUsage();
      own = atImport && (globalThis[LINES] = new Set());
      const hooks = (rest = [...around].reverse().flatMap((one) => one.afterEach));
      ended.length = 0;
      globalThis[CALLS]?.begin(item.id);
      return inOrder([
        ...around.flatMap((one) => one.beforeEach).map(unlessFailed),
        unlessFailed(() => item.run(item.fn, item)),
        () => void (rest = []),
        ...hooks.map(attempt),
        () => inOrder(ended.splice(0).reverse().map(attempt)),
      ]);
    };
    /** It was ended with this error: what would have come after it, each step for itself. */
    const breakOff = async (caught, ms) => {
      note(caught);
      isOver = true;
      if (caught instanceof NeverEnds) endless += 1;
      for (const hook of [...rest, ...ended.splice(0).reverse()]) await guard.within(ms, hook).catch(note);
    };
    const end = () => {
      if (isLeftOut || error instanceof Skipped) return described(item.id, null, 'skipped');
      if (began === undefined) return described(item.id, error);
      const { user, system } = process.cpuUsage(computed);
      const seconds = (user + system) / 1e6;
      const waited = Math.max(0, (performance.now() - began) / 1000 - seconds);
      const lines = own && [...atImport, ...own];
      if (own) globalThis[LINES] = atImport;
      return { ...described(item.id, error, failed ? 'failed' : 'passed'), seconds, waited, lines };
    };
    return { start, breakOff, end };
  };
  /** Runs tests one after the other. Several share a clock, since that takes a thread, which costs more than a short test. */
  const runTests = async (items, around, ms, found) => {
    for (let at = 0; at < items.length; ) {
      let run; // the one that has begun and not ended
      const steps = items.slice(at, at + TESTS_PER_CLOCK).flatMap((item) => [
        () => (run = runOf(item, around)).start(),
        () => {
          found.push(run.end());
          run = undefined;
          at += 1;
        },
      ]);
      try {
        await guard.within(ms, () => inOrder(steps));
      } catch (error) {
        if (!run) continue; // what another one left behind
        await run.breakOff(error, ms);
        found.push(run.end());
        at += 1;
      }
    }
  };

  const runGroup = async (one, isWanted, ms, found) => {
    if (!hasWanted(one, isWanted)) return;
    const around = groupsAround(one);
    let broken;
    for (const hook of one.before) await guard.within(ms, hook).catch((error) => (broken ??= { error }));
    if (broken) failAll(one, broken.error, isWanted, found);
    if (broken) return runHooks(one.after, ms);
    let tests = []; // that follow each other
    for (const item of one.items) {
      if (!item.group && isWanted(item.id)) tests.push(item);
      if (!item.group || !hasWanted(item.group, isWanted)) continue;
      await runTests(tests.splice(0), around, ms, found);
      await runGroup(item.group, isWanted, ms, found);
    }
    await runTests(tests, around, ms, found);
    await runHooks(one.after, ms);
  };
  const runHooks = async (hooks, ms) => {
    for (const hook of hooks) await guard.within(ms, hook).catch(() => {});
  };
  const failAll = (one, error, isWanted, found) => {
    for (const item of one.items) {
      if (item.group) failAll(item.group, error, isWanted, found);
      else if (isWanted(item.id)) found.push(described(item.id, error));
    }
  };
  const hasOnly = (one) => one.items.some((item) => item.mode === 'only' || (item.group && (item.group.mode === 'only' || hasOnly(item.group))));

  return {
    /** most: after so many tests that never end, the others are not waited for. */
    begin: (now, most) => {
      globalThis[CALLS]?.end();
      file = now;
      mostEndless = most;
      counts = new Map();
      ended = [];
      endless = 0;
      top = current = makeGroup([], null, '');
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
      const isWanted = (id) => wanted.has(stringify(id)) || parents.has(stringify(id[1]));
      report = (one) => found.push(one);
      asked = { isWanted, ms };
      atImport = globalThis[LINES];
      await runGroup(top, isWanted, ms, found);
      return found;
    },
    hook: (kind, fn) => current[kind].push(fn),
    /** What is done when the test that runs has ended. */
    afterThis: (fn) => ended.push(fn),
    /** Runs a test inside of another one, of these titles, and says whether it passed. */
    subtest: async (above, name, fn, { mode, run }) => {
      const item = { id: number([...above, name]), fn, mode, run };
      if (!asked.isWanted(item.id)) return true;
      const found = [];
      await runTests([item], [], asked.ms, found);
      report(found[0]);
      return found[0].status !== 'failed';
    },
    group,
    test,
  };
};
