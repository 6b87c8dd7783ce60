// Keeps one candidate from disturbing the next: endless loops and waits end, timers and listeners are taken back,
// nothing is printed, nobody ends the process.
import vm from 'node:vm';
import { Worker } from 'node:worker_threads';

const { setTimeout: later, clearTimeout: notLater, setImmediate: soon } = globalThis;
const TIMERS = [
  ['setTimeout', 'clearTimeout'],
  ['setInterval', 'clearInterval'],
  ['setImmediate', 'clearImmediate'],
];

export class NeverEnds extends Error {
  name = 'NeverEnds';
}

export class NeverSettles extends Error {
  name = 'NeverSettles';
}

const call = new vm.Script('globalThis[Symbol.for("testfix.call")]()');
const CALL = Symbol.for('testfix.call');
Object.defineProperty(globalThis, CALL, { writable: true, configurable: true, value: undefined });

/** What a thread of its own watches (clock.mjs); undefined where node has no signals to end a script by. A script with a
    time limit starts and ends a thread each time it runs: that takes many times as long as most tests. */
const watched = await (async () => {
  const { startSigintWatchdog } = process.binding('contextify');
  if (!startSigintWatchdog) return undefined;
  startSigintWatchdog();
  const shared = new SharedArrayBuffer(16);
  const thread = new Worker(new URL('./clock.mjs', import.meta.url), { workerData: shared });
  await new Promise((resolve) => thread.once('online', resolve));
  thread.unref();
  return new Float64Array(shared);
})().catch(() => undefined);
const { timeOrigin } = performance;
const wall = performance.now.bind(performance);
const BY_SIGNAL = { breakOnSigint: true };
const TIMED_OUT = 'ERR_SCRIPT_EXECUTION_TIMEOUT';
const INTERRUPTED = 'ERR_SCRIPT_EXECUTION_INTERRUPTED';

let starved = false;
const watchedCall = (ms) => {
  const [until, limit] = watched;
  const end = timeOrigin + wall() + ms;
  watched[1] = ms;
  watched[0] = end;
  try {
    return call.runInThisContext(BY_SIGNAL);
  } catch (error) {
    if (error?.code === INTERRUPTED && timeOrigin + wall() < end) starved = true; // by a signal that came late
    throw error;
  } finally {
    watched[0] = until;
    watched[1] = limit;
  }
};
const timedCall = (ms) => {
  const before = process.cpuUsage();
  try {
    return call.runInThisContext({ timeout: Math.max(1, Math.round(ms)) });
  } catch (error) {
    const { user, system } = process.cpuUsage(before);
    if (error?.code === TIMED_OUT && user + system < (1000 * ms) / 2) starved = true;
    throw error;
  }
};
/** The value of fn(); raises NeverEnds where it computes for longer than `ms`. */
const bounded = (ms, fn) => {
  globalThis[CALL] = fn;
  try {
    return watched ? watchedCall(ms) : timedCall(ms);
  } catch (error) {
    throw error?.code === TIMED_OUT || error?.code === INTERRUPTED ? new NeverEnds(`it still ran after ${ms} ms`) : error;
  }
};

let whenIdle = null; // what to do when nothing is left to wait for
let whenThrown = null; // called with errors that nobody catches
let limit = 0; // of what runs
process.on('beforeExit', () => {
  const waiting = whenIdle;
  whenIdle = null;
  if (waiting) soon(waiting);
});
const thrown = (error) => whenThrown?.(error);
process.on('uncaughtException', thrown);
process.on('unhandledRejection', thrown);

const isThenable = (value) => value !== null && typeof value === 'object' && typeof value.then === 'function';
const nothing = () => {};

const CLOCKS = watched ? 1 : 5;
/** All that is ready to go on runs: `then`, and what stands behind `await`. Node swallows the end that a clock makes
    where it comes while node notes that a promise was rejected, so several clocks follow each other, or one that goes on. */
const runJobs = (ms, clocks = CLOCKS) =>
  clocks > 0 ? bounded(ms * (1 + clocks / CLOCKS / 2), () => runJobs(ms, clocks - 1)) : process._tickCallback();

/** What a promise comes to; raises NeverEnds after `ms`, or as soon as nothing could settle it any more. */
const settled = (ms, promise) => {
  const { promise: outcome, resolve, reject } = withResolvers();
  const timer = later(() => reject(new NeverEnds(`it still waited after ${ms} ms`)), ms);
  timer.unref();
  limit = ms;
  const idle = (whenIdle = () => reject(new NeverSettles('it waits for nothing')));
  whenThrown = reject;
  promise.then(resolve, reject);
  const ended = outcome.finally(() => {
    notLater(timer);
    if (whenIdle === idle) whenIdle = null;
    if (whenThrown === reject) whenThrown = null;
  });
  ended.catch(nothing);
  return { ended, reject };
};
const withResolvers = () => {
  const made = {};
  made.promise = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }));
  return made;
};

/** fn() within `ms`, whether it computes or waits. Loops that only ever wait for what is ready never let a timer come,
    so what is ready runs against the clock, too; that does nothing unless a turn of its own begins with it. */
const within = (ms, fn) =>
  new Promise((resolve, reject) => {
    soon(() => {
      let waiting;
      try {
        const value = bounded(ms, () => {
          const made = fn();
          if (!isThenable(made)) return made;
          waiting = settled(ms, made);
          return undefined;
        });
        if (!waiting) return resolve(value);
        runJobs(ms);
      } catch (error) {
        (waiting?.reject ?? reject)(error);
      }
      waiting?.ended.then(resolve, reject);
    });
  });

/** What a timer calls, against the clock of the test that runs then. */
const clocked = (fn) =>
  function (...args) {
    if (!whenThrown) return fn.apply(this, args);
    bounded(limit, () => fn.apply(this, args));
    runJobs(limit);
    return undefined;
  };

const running = new Set();
const originals = {};
for (const [start] of TIMERS) {
  const real = (originals[start] = globalThis[start]);
  const wrapped = function (fn, ...args) {
    const timer = real.call(this, typeof fn === 'function' ? clocked(fn) : fn, ...args);
    running.add(timer);
    return timer;
  };
  Object.defineProperties(wrapped, Object.getOwnPropertyDescriptors(real)); // with util.promisify.custom
  globalThis[start] = wrapped;
}
const own = Object.fromEntries(TIMERS.flat().map((name) => [name, globalThis[name]]));
const known = { env: { ...process.env }, cwd: process.cwd() };
const EVENTS = ['uncaughtException', 'unhandledRejection', 'exit', 'SIGINT', 'SIGTERM', 'warning', 'beforeExit'];
const listeners = Object.fromEntries(EVENTS.map((name) => [name, process.listeners(name)]));

const BUILT_IN = [Object, Function, Array, String, Number, Boolean, Symbol, Date, RegExp, Promise, Map, Set, Error, JSON, Math, Reflect];
const shared = BUILT_IN.flatMap((one) => (one.prototype ? [one, one.prototype] : [one]));
const { ownKeys, getOwnPropertyDescriptor: describe, defineProperty: define, deleteProperty } = Reflect;
let builtIn = new Map();
/** What is built in stays as it is now: what is installed has changed it, as polyfills do. */
const keep = () => {
  builtIn = new Map(shared.map((one) => [one, new Map(ownKeys(one).map((key) => [key, describe(one, key)]))]));
};
keep();
/** Takes back what tests have made of what is built in, `Object.prototype` for one. */
const restore = () => {
  for (const [one, properties] of builtIn) {
    for (const key of ownKeys(one)) if (!properties.has(key)) deleteProperty(one, key);
    for (const [key, was] of properties) {
      const now = describe(one, key);
      if (now?.value !== was.value || now?.get !== was.get || now?.set !== was.set) define(one, key, was);
    }
  }
};

/** Takes back what a candidate has left. */
const clear = () => {
  restore();
  for (const timer of running) {
    clearTimeout(timer);
    clearImmediate(timer);
  }
  running.clear();
  Object.assign(globalThis, own);
  for (const name of EVENTS)
    for (const one of process.listeners(name)) if (!listeners[name].includes(one)) process.removeListener(name, one);
  for (const name of Object.keys(process.env)) if (!(name in known.env)) delete process.env[name];
  for (const [name, value] of Object.entries(known.env)) if (process.env[name] !== value) process.env[name] = value;
  if (process.cwd() !== known.cwd) process.chdir(known.cwd);
  process.exitCode = undefined;
};

process.exit = () => {
  throw new Error('the code ended the process');
};
const silent = function (_text, encoding, done) {
  const callback = typeof encoding === 'function' ? encoding : done;
  if (typeof callback === 'function') callback();
  return true;
};
process.stdout.write = silent;
process.stderr.write = silent;

/** Waits for fn() while nothing else may keep the process alive. */
const alive = (fn) => {
  const beat = setInterval.call(globalThis, () => {}, 1 << 30);
  running.delete(beat);
  beat.unref();
  return fn().finally(() => clearInterval(beat));
};

/** Whether, since this was asked last, something was ended too early: it had less than half of its time on a processor,
    or a signal that was for another came late. */
const wasStarved = () => {
  const was = starved;
  starved = false;
  return was;
};

export const guard = { within, bounded, clear, keep, alive, wasStarved };
