// What functions do under several texts of the project's files: their calls are recorded while tests run, then made again.
// A file whose functions tell of themselves (call_records.py) finds the recorder under a symbol.
import { NeverEnds } from './guard.mjs';
import { CALLS } from './suite.mjs';
import { copied, NotCopyable, similar, textOf } from './values.mjs';

const CALLS_PER_FUNCTION = 12;
const CALLS_PER_TEST = 30;
const CALL_MS = 100;
const LONGEST = 300;
/** What a method says of a copy, which has no private members. */
const PRIVATE = /whose class did not declare it|^Receiver must be|^Object must be an instance of class/;
const { performance } = globalThis;
const nothing = () => {};

/** Records calls, and knows the functions of what is loaded. classOf: see `copied`. */
const makeRecorder = (classOf, names) => {
  let test, file, isRecording = false, left = 0;
  const counts = new Map();
  const found = new Map();
  const functions = new Map();
  const record = (name, self, args) => {
    if (!isRecording || left <= 0 || !names.has(name) || (counts.get(name) ?? 0) >= CALLS_PER_FUNCTION) return;
    isRecording = false;
    left -= 1;
    try {
      const call = copied({ name, self, args: [...args] }, classOf);
      const text = shown(call);
      if (!found.has(text)) {
        counts.set(name, (counts.get(name) ?? 0) + 1);
        found.set(text, { ...call, text, test, file });
      }
    } catch (error) {
      if (!(error instanceof NotCopyable) && !(error instanceof RangeError)) throw error;
    } finally {
      isRecording = true;
    }
  };
  return {
    found,
    functions,
    /** The interface for the files: the calls of a function, one that a name stands for, and one that is a value. */
    call: record,
    know: (known) => {
      for (const [name, find] of Object.entries(known)) functions.set(name, find);
    },
    wrap: (name, fn, usesThis) => {
      functions.set(name, () => fn);
      const wrapped = function (...args) {
        record(name, usesThis ? this : undefined, args);
        return fn.apply(this, args);
      };
      return Object.defineProperties(wrapped, { name: { value: fn.name, configurable: true }, length: { value: fn.length, configurable: true } });
    },
    /** Called by the suite (suite.mjs) with each test that begins. */
    begin: (id) => {
      test = JSON.stringify(id);
      [file] = id;
      left = CALLS_PER_TEST;
    },
    end: () => (left = 0),
    recording: (is) => (isRecording = is),
  };
};

const shown = ({ name, self, args }) => {
  const text = `${name}(${args.map(textOf).join(', ')})`;
  return self === undefined ? text : `${text} of ${textOf(self)}`;
};

/** The calls, those of functions that matter most first, filled up with ones that differ in one argument. */
const selected = (recorded, close, most, mayMake) => {
  const order = (one) => [close.has(one.name) ? 0 : 1, one.text.length];
  const sorted = [...recorded].sort((a, b) => order(a)[0] - order(b)[0] || order(a)[1] - order(b)[1]);
  const calls = sorted.slice(0, Math.max(1, most >> 1));
  if (!mayMake) return calls;
  const known = new Set(calls.map((one) => one.text));
  const rounds = calls.filter((one) => one.text.length < LONGEST).map(neighbours);
  for (let waiting = rounds; waiting.length && calls.length < most; ) {
    waiting = waiting.filter((one) => {
      const { value, done } = one.next();
      if (!done && !known.has(value.text) && calls.length < most) {
        known.add(value.text);
        calls.push(value);
      }
      return !done;
    });
  }
  return calls;
};
const neighbours = function* (call) {
  const ways = call.args.map(similar);
  const rounds = Math.max(0, ...ways.map((one) => one.length));
  for (let number = 0; number < rounds; number++) {
    for (const [at, values] of ways.entries()) {
      if (number >= values.length) continue;
      const args = call.args.map((one, i) => (i === at ? values[number] : one));
      yield { ...call, args, text: shown({ ...call, args }), test: '' };
    }
  }
};

/** How a call ends: what it returns or throws, and the arguments and the object that it changes. undefined where it can't be made. */
const outcomeOf = async (call, recorder, guard, classOf) => {
  const find = recorder.functions.get(call.name);
  if (!find) return undefined;
  let said, made, before, self;
  try {
    made = copied({ self: call.self, args: call.args }, classOf);
    before = made.args.map(textOf);
    self = textOf(made.self);
  } catch {
    return undefined;
  }
  try {
    const value = await guard.within(CALL_MS, () => find().apply(made.self, made.args));
    said = `returns ${textOf(value)}`;
  } catch (error) {
    if (error instanceof NeverEnds) return 'does not end';
    if (error instanceof TypeError && PRIVATE.test(error.message)) return undefined;
    said = error instanceof Error ? `throws ${error.name}: ${String(error.message).slice(0, 200)}` : `throws ${textOf(error)}`;
  }
  const changed = made.args.flatMap((one, i) => (textOf(one) === before[i] ? [] : [`; argument ${i + 1} becomes ${textOf(one)}`]));
  if (textOf(made.self) !== self) changed.push(`; the object becomes ${textOf(made.self)}`);
  return (said + changed.join('')).slice(0, 4000);
};

/** Compares what functions do: runs tests with the first texts and records; makes the calls with all texts.
    load: evaluates a test file with texts; run: runs tests with texts; classes: see modules.mjs. */
export const makeComparison = ({ load, run, guard, classes }) => async (request) => {
  const until = performance.now() + request.seconds * 1000;
  const origins = new Map();
  const within = (prototype) => classes.known(prototype, origins);
  const recorder = makeRecorder(within, new Set(request.names));
  globalThis[CALLS] = recorder;
  try {
    recorder.recording(true);
    const { tests } = await run({ ...request, lines: false }, request.variants[0]);
    recorder.recording(false);
    const status = new Map(tests.map((one) => [JSON.stringify(one.id), one.status]));
    const expected = new Map(request.tests.map((id, i) => [JSON.stringify(id), request.expected[i]]));
    const usable = [...recorder.found.values()].filter((one) => expected.has(one.test) && status.get(one.test) === expected.get(one.test));
    const calls = selected(usable, new Set(request.close), request.inputs, request.make);
    const outcomes = calls.map(() => []);
    const files = [...new Set(calls.map((one) => one.file))];
    for (const [number, texts] of request.variants.entries()) {
      const now = performance.now();
      const end = now + (until - now) / (request.variants.length - number);
      for (const file of files) {
        recorder.functions.clear();
        await load(file, texts, request.load_ms, 1).catch(nothing);
        const mine = (prototype) => classes.again(prototype, origins);
        for (const [at, call] of calls.entries()) {
          if (call.file !== file || outcomes[at].length !== number || performance.now() > end) continue;
          const outcome = await outcomeOf(call, recorder, guard, mine);
          if (outcome !== undefined) outcomes[at].push(outcome);
        }
        guard.clear();
      }
    }
    return { calls: calls.map((one, at) => ({ text: one.text, origin: originOf(one, expected), outcomes: outcomes[at] })) };
  } finally {
    delete globalThis[CALLS];
  }
};
const originOf = (call, expected) => (call.test ? (expected.get(call.test) === 'passed' ? 'passing' : 'failing') : 'made');
