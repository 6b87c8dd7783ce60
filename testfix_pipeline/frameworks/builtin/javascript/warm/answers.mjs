// What tests notice: calls of the project's functions are recorded while tests run, then they answer something else.
// A file whose functions ask for what they answer (answer_hooks.py) finds the watch under the symbol of call records.
import { AsyncLocalStorage } from 'node:async_hooks';
import util from 'node:util';
import { CALLS } from './suite.mjs';
import { firstOther, leaveOut, others, textOf, Thrown } from './other_answers.mjs';

const ALL = '(...)';
const ARROW = ' -> ';
const LEFT = 'left ';
const NOT_CALLED = 'not called';
const MOST_OF_ONE = 60;
const MOST_CALLS = 4000;
const MOST_ITEMS = 1000;
const MOST_ATTRIBUTES = 6;
const AT_ONCE = 8;
const KINDS_OF_ALL = new Set(['none', 'zero', 'not', '+1', 'negative', 'empty', 'longer', 'shorter', 'reversed', 'more', 'less', 'items', 'values', 'later', 'error', 'no error', 'other error', NOT_CALLED]);
const { stringify } = JSON;

const given = (value) => {
  if (value instanceof Thrown) throw value.error;
  return value;
};
const attributesOf = (self) => Object.entries(self ?? {}).filter(([, one]) => typeof one !== 'function').slice(0, MOST_ATTRIBUTES);
/** What a call of a test has set or changed in its object, with another value. */
const leftBehind = ({ self, before }) =>
  attributesOf(self).flatMap(([name, value]) => {
    const other = firstOther(value);
    return textOf(value) === before.get(name) || other === value ? [] : [[name, other]];
  });

/** The calls that are recorded, or the one that answers otherwise. A call is a key of its text and its answer; those that
    the project itself makes count for their function alone, all calls of which have one key. */
const makeWatch = () => {
  const inside = new AsyncLocalStorage();
  const running = []; // ids of tests, the innermost last
  let fileTests = [];
  let calls, counts, corrupted, added = {}, isQuiet = false;
  const reachedBy = new Map(); // numbers of statements that tests go on after (gone_javascript_assertions.py), by test
  const proved = new Set(); // those that have failed, and their tests
  const failing = new Set();

  const quietly = (work, otherwise) => {
    isQuiet = true;
    try {
      return work();
    } catch {
      return otherwise; // objects may throw when they are looked at
    } finally {
      isQuiet = false;
    }
  };
  const isOfInterest = (name, isInner) => (calls ? true : corrupted !== undefined && (corrupted.key === name + ALL || (!isInner && corrupted.key.startsWith(`${name}(`))));
  const begun = (name, args, self, isInner) => {
    const tests = running.length ? running.slice(-1) : fileTests;
    const owner = !isInner && self !== globalThis && self !== null && typeof self === 'object' ? self : undefined; // many inner calls take long to write it out
    const text = isInner ? '' : `${name}(${[...args].map(textOf).join(', ')})`;
    const before = new Map(attributesOf(owner).map(([key, one]) => [key, textOf(one)]));
    return { name, args: [...args], self: owner, isInner, tests, text, before };
  };
  const isMeant = (call, answer) => corrupted.key === call.name + ALL || (!call.isInner && corrupted.key === call.text + ARROW + answer);
  const changed = (call, value) =>
    quietly(() => {
      const { kind } = corrupted;
      if (!isMeant(call, textOf(value))) return value;
      for (const [name, other] of leftBehind(call)) if (kind === LEFT + name) call.self[name] = other;
      const found = kind.startsWith(LEFT) ? undefined : others(value, call.args, added);
      return found?.has(kind) ? found.get(kind) : value;
    }, value);

  const entry = (key, call, answer, tests) => {
    if (!calls.has(key)) calls.set(key, { key, call, answer, tests: new Set(), kinds: {} });
    for (const one of tests) calls.get(key).tests.add(one);
    return calls.get(key);
  };
  const record = (call, value) => {
    if (!calls) return; // it has come to its end too late
    const answer = textOf(value);
    const everywhere = entry(call.name + ALL, call.name + ALL, answer, call.tests);
    const count = (counts.get(call.name) ?? 0) + 1;
    counts.set(call.name, count);
    const key = call.text + ARROW + answer;
    const isNew = !call.isInner && !calls.has(key) && calls.size < MOST_CALLS;
    if (!isNew && !calls.has(key) && count > MOST_OF_ONE) return;
    if (!isNew && !call.isInner) return void entry(key, call.text, answer, call.tests);
    const kinds = Object.fromEntries([...others(value, call.args, added)].map(([kind, other]) => [kind, textOf(other)]));
    if (value === undefined) kinds[NOT_CALLED] = '';
    for (const kind of Object.keys(kinds)) if (KINDS_OF_ALL.has(kind)) everywhere.kinds[kind] = kinds[kind];
    for (const [name, other] of leftBehind(call)) everywhere.kinds[LEFT + name] = textOf(other);
    // What returns its own object, so that calls can follow each other, answers nothing of its own each time.
    if (isNew) Object.assign(entry(key, call.text, answer, call.tests).kinds, value === call.self && call.self ? {} : kinds);
  };
  const finished = (call, value) => {
    if (!calls) return changed(call, value);
    quietly(() => record(call, value));
    return value;
  };
  /** Called by the files: what a call answers, `body` without us. */
  const answer = (name, args, body, self) => {
    const isInner = inside.getStore() === true;
    if (isQuiet || (!isOfInterest(name, isInner) && isInner)) return body();
    const call = isOfInterest(name, isInner) && quietly(() => begun(name, args, self, isInner));
    if (!call) return inside.run(true, body);
    if (corrupted?.kind === NOT_CALLED && isMeant(call, 'undefined')) return undefined;
    let value;
    try {
      value = inside.run(true, body);
    } catch (error) {
      return given(finished(call, new Thrown(error)));
    }
    if (!util.types.isPromise(value)) return given(finished(call, value));
    const followed = value.then((one) => given(finished(call, one)), (error) => given(finished(call, new Thrown(error))));
    if (!calls) return followed;
    followed.catch(() => {});
    return value;
  };
  /** The same for the items of a generator: as they come, or all of them before the first where they are corrupted. */
  const items = function* (name, args, made) {
    const isInner = inside.getStore() === true;
    const call = !isQuiet && isOfInterest(name, isInner) && !isInner && quietly(() => begun(name, args, undefined, isInner));
    if (!call) return yield* made;
    const seen = [];
    if (!calls) {
      for (const one of made) if (seen.push(one) >= MOST_ITEMS) break;
      const found = given(finished(call, seen));
      return yield* Array.isArray(found) ? found : [];
    }
    try {
      let step = made.next();
      while (!step.done) {
        if (seen.length < MOST_ITEMS) seen.push(step.value);
        try {
          const sent = yield step.value;
          step = made.next(sent);
        } catch (error) {
          step = made.throw(error);
        }
      }
      return step.value;
    } finally {
      made.return();
      finished(call, seen);
    }
  };
  return {
    answer,
    items,
    /** Called by the suite (suite.mjs) with each test that begins and ends, and where another file begins. */
    begin: (id) => running.push(stringify(id)),
    ended: () => running.pop(),
    end: () => (running.length = 0),
    ofFile: (tests) => (fileTests = tests),
    /** Called by functions whose answers can't be watched. */
    ran: (name) => {
      if (!calls) return;
      counts.set(name, (counts.get(name) ?? 0) + 1);
      entry(name + ALL, name + ALL, '', running.length ? running.slice(-1) : fileTests).unwatched = true;
    },
    /** Called by test files: where a statement begins, and where it has failed; whether the test is to go on then. */
    reached: (number) => {
      for (const id of running.slice(-1)) reachedBy.set(id, (reachedBy.get(id) ?? new Set()).add(number));
    },
    failed: (number) => {
      for (const id of running.slice(-1)) failing.add(id);
      proved.add(number);
      return running.length > 0;
    },
    reachedBy,
    proved,
    failing,
    recording: (data) => {
      [calls, counts, corrupted, added] = [new Map(), new Map(), undefined, data];
    },
    corrupting: (key, kind, data) => {
      [calls, corrupted, added] = [undefined, { key, kind }, data];
      failing.clear();
    },
    recorded: () => {
      const found = [...calls.values()];
      calls = undefined;
      return found;
    },
  };
};

/** Tells what tests notice. run: runs tests with texts. A request has `tests`, `texts` and `added`, see `others`; without
    `tries` its one answer is the calls that the tests make (twice the same), else there is one for each try: which of its
    tests notice that [key, kind] or other texts, and which statements of test files do. */
export const makeAnswers = ({ run, root, guard, say }) => {
  leaveOut(root);
  const busy = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  };
  const fileOf = (id) => JSON.parse(id)[0];
  const outcomes = async (request, ids, texts, watch) => {
    const found = new Map();
    const byFile = new Map();
    for (const id of ids) byFile.set(fileOf(id), byFile.get(fileOf(id)) ?? []).get(fileOf(id)).push(id);
    for (const own of byFile.values()) {
      watch.ofFile(own);
      const { tests } = await run({ ...request, tests: own.map((id) => JSON.parse(id)), texts: [texts] }, texts).catch(() => ({ tests: [] }));
      for (const one of tests) found.set(stringify(one.id), one);
    }
    guard.clear();
    return found;
  };
  const recorded = async (request, ids, watch) => {
    watch.recording(request.added);
    const found = await outcomes(request, ids, request.texts, watch);
    const broken = new Set(ids.filter((id) => found.get(id)?.status !== 'passed'));
    const seconds = ids.map((id) => (found.get(id)?.seconds ?? 0) + (found.get(id)?.waited ?? 0));
    return { calls: watch.recorded(), broken, seconds };
  };
  const record = async (request, ids, watch) => {
    const first = await recorded(request, ids, watch);
    const again = request.steady ? await recorded(request, ids, watch) : first;
    const steady = new Set(again.calls.map((one) => one.key));
    const calls = first.calls.filter((one) => steady.has(one.key)); // others, by time or chance, say nothing
    const place = new Map(ids.map((id, at) => [id, at]));
    const usable = (tests) => [...tests].filter((id) => place.has(id) && !first.broken.has(id) && !again.broken.has(id)).map((id) => place.get(id));
    say({ calls: calls.map((one) => ({ ...one, tests: usable(one.tests) })), seconds: first.seconds, broken: [...first.broken].map((id) => place.get(id)), reached: ids.map((id) => [...(watch.reachedBy.get(id) ?? [])]), proved: [...watch.proved], cpu: busy() });
  };
  /** The tests that notice; all those of which it has to be known whether their statements do have run. */
  const noticing = async (request, ids, { key, kind, tests, texts, pending }, watch) => {
    const noticed = [];
    watch.proved.clear();
    for (let at = 0; at < tests.length; at += at ? tests.length : AT_ONCE) {
      const some = tests.slice(at, at ? undefined : AT_ONCE).filter((one) => !noticed.length || pending.includes(one));
      if (!some.length) continue;
      watch.corrupting(key, kind, request.added);
      const found = await outcomes(request, some.map((one) => ids[one]), texts ?? request.texts, watch);
      noticed.push(...some.filter((one) => found.get(ids[one])?.status === 'failed' || watch.failing.has(ids[one])));
    }
    return noticed;
  };
  return async (request) => {
    const watch = makeWatch();
    const ids = request.tests.map(stringify);
    globalThis[CALLS] = watch;
    try {
      if (!request.tries) return await record(request, ids, watch);
      for (const one of request.tries) say({ noticed: await noticing(request, ids, one, watch), proved: [...watch.proved], cpu: busy() });
    } finally {
      delete globalThis[CALLS];
    }
  };
};
