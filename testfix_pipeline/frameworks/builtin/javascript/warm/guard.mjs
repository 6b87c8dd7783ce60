// Keeps one candidate from disturbing the next: endless loops and waits end, timers and listeners are taken back,
// nothing is printed, nobody ends the process.
import vm from 'node:vm';

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

/** The value of fn(); raises NeverEnds where it computes for longer than `ms`. */
const bounded = (ms, fn) => {
  globalThis[CALL] = fn;
  try {
    return call.runInThisContext({ timeout: Math.max(1, Math.round(ms)) });
  } catch (error) {
    if (error?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw new NeverEnds(`it still ran after ${ms} ms`);
    throw error;
  }
};

let whenIdle = null; // what to do when nothing is left to wait for
let whenThrown = null; // called with errors that nobody catches
process.on('beforeExit', () => {
  const waiting = whenIdle;
  whenIdle = null;
  if (waiting) soon(waiting);
});
const thrown = (error) => whenThrown?.(error);
process.on('uncaughtException', thrown);
process.on('unhandledRejection', thrown);

/** What a promise comes to; raises NeverEnds after `ms`, or as soon as nothing could settle it any more. */
const settled = (ms, promise) => {
  let timer;
  return new Promise((resolve, reject) => {
    timer = later(() => reject(new NeverEnds(`it still waited after ${ms} ms`)), ms);
    timer.unref();
    whenIdle = () => reject(new NeverSettles('it waits for nothing'));
    whenThrown = reject;
    promise.then(resolve, reject);
  }).finally(() => {
    notLater(timer);
    whenIdle = whenThrown = null;
  });
};

const isThenable = (value) => value !== null && typeof value === 'object' && typeof value.then === 'function';

/** fn() within `ms`, whether it computes or waits. */
const within = async (ms, fn) => {
  const value = bounded(ms, fn);
  return isThenable(value) ? settled(ms, value) : value;
};

const running = new Set();
const originals = {};
for (const [start] of TIMERS) {
  const real = (originals[start] = globalThis[start]);
  const wrapped = function (...args) {
    const timer = real.apply(this, args);
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

/** Takes back what a candidate has left. */
const clear = () => {
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

export const guard = { within, bounded, settled, clear, alive };
