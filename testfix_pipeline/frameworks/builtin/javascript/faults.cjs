'use strict';
// Exceptions of our own hooks inside a framework: said to be ours, with the line, and never the framework's or a test's.
const path = require('node:path');

const HERE = path.dirname(__dirname); // of all injected code
const MOST_TEXT = 300;
const FRAME = /\(?(?:file:\/\/)?(\/[^()]*?):(\d+):\d+\)?$/;
const { apply } = Reflect;
const { getOwnPropertyNames } = Object;
const { then } = Promise.prototype;

/** `file:line` of ours that threw an error; undefined if other code did. */
const placeOf = (error) => {
  const frame = error instanceof Error && /^\s+at .*$/m.exec(String(error.stack));
  const [, file, line] = (frame && FRAME.exec(frame[0])) || [];
  return file?.startsWith(HERE + path.sep) && file !== __filename ? `${path.basename(file)}:${line}` : undefined;
};

/** A hook whose exceptions, if they are ours, are given to `tell` as a fault and are no more. */
const guarded = (hook, fn, tell) => {
  const caught = (error) => {
    const place = placeOf(error);
    if (place === undefined) throw error;
    tell({ place, hook, error: String(error).slice(0, MOST_TEXT), versions: { node: process.version } });
  };
  return function (...given) {
    try {
      const value = apply(fn, this, given);
      return value instanceof Promise ? apply(then, value, [undefined, caught]) : value;
    } catch (error) {
      return caught(error);
    }
  };
};

/** Guard all functions of an object, such as the prototype of a class. */
const guardAll = (hooks, tell) => {
  for (const name of getOwnPropertyNames(hooks)) {
    if (name !== 'constructor' && typeof hooks[name] === 'function') hooks[name] = guarded(name, hooks[name], tell);
  }
  return hooks;
};

module.exports = { guardAll, guarded };
