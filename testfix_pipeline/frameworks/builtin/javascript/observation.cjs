'use strict';
// Our own observation of a test: whether its function threw, rejected, or called its callback with an error.
const { defineProperty } = Object;
const then = Promise.prototype.then;
const { apply } = Reflect;

const isThenable = (value) => value !== null && typeof value === 'object' && typeof value.then === 'function';

/**
 * A function that does what `fn` does and calls `note(error)` where it fails. `done` is the place of the callback among
 * its arguments, -1 where it takes none. It has the length of `fn`, by which frameworks know whether there is a callback.
 */
const observe = (fn, note, done) => {
  const observed = function (...args) {
    const callback = done >= 0 ? args[done] : undefined;
    if (typeof callback === 'function') {
      args[done] = Object.assign((error, ...rest) => {
        if (error) note(error);
        return callback(error, ...rest);
      }, callback);
    }
    let value;
    try {
      value = apply(fn, this, args);
    } catch (error) {
      note(error);
      throw error;
    }
    if (!isThenable(value)) return value;
    const report = (error) => {
      note(error);
      throw error;
    };
    return value instanceof Promise ? apply(then, value, [undefined, report]) : value.then(undefined, report);
  };
  return defineProperty(observed, 'length', { value: fn.length });
};

module.exports = { observe };
