'use strict';
// Asks assertions that must fail whether they still do, and whether they are still the functions that they were.
const assert = require('node:assert');
const { keys } = Object;

const { ALWAYS, ASSERT, CHAI, CHAI_IN_EXPECT, EXPECT } = require('./canaries.cjs');
const { setTimeout, clearTimeout } = globalThis;
const NativePromise = Promise;
const SETTLED_MS = 5000;

const functionsOf = (object) => {
  const found = [];
  for (const name of keys(object)) if (typeof object[name] === 'function') found.push([name, object[name]]);
  return found;
};

const isThenable = (value) => value !== null && typeof value === 'object' && typeof value.then === 'function';

/** Whether a promise rejects; one that does neither within its time does not. */
const rejects = (promise) =>
  new NativePromise((resolve) => {
    const timer = setTimeout(() => resolve(false), SETTLED_MS);
    const settle = (found) => () => {
      clearTimeout(timer);
      resolve(found);
    };
    promise.then(settle(false), settle(true));
  });

/** Ask assertions, those in `always` and those whose last word is in `used`: adds those that do not fail to `found`. */
const askCanaries = async (canaries, subject, name, found, always, used) => {
  for (const canary of keys(canaries)) {
    const word = canary.slice(canary.lastIndexOf('.') + 1);
    if (!always.includes(canary) && !used.includes(word)) continue;
    let failed = false;
    try {
      const value = canaries[canary](subject);
      // only some give promises: what is asked is asked in one go wherever that can be
      if (isThenable(value)) failed = await rejects(value);
    } catch {
      failed = true;
    }
    if (failed) found.count += 1;
    else found.silent[found.silent.length] = `${name}.${canary}`;
  }
};

/** Remember the functions of an object; the answer names those that were replaced since. */
const watchIdentity = (object, name) => {
  const kept = functionsOf(object);
  return (found) => {
    for (const [key, value] of kept) if (object[key] !== value) found[found.length] = `${name}.${key}`;
  };
};

const identities = [watchIdentity(assert, 'assert'), watchIdentity(assert.strict, 'assert.strict')];

/** The names of functions that were replaced. */
const replacedFunctions = () => {
  const found = [];
  for (const identity of identities) identity(found);
  return found;
};

/** Watch another object's functions as well. */
const alsoWatch = (object, name) => {
  identities[identities.length] = watchIdentity(object, name);
};

/** Load the project's assertion libraries of the given names, so that they can be asked. */
const loadLibraries = async (names, load) => {
  const found = {};
  for (const name of names) {
    try {
      found[name] = await load(name);
    } catch {
      // it is declared but not installed, so no test can use it
    }
  }
  return found;
};

/**
 * Ask canaries: `{ silent, count }`. libraries: as `loadLibraries` gives them. expect: a global, if there is one; with
 * `chains` it is chai's, too. used: the names of properties in the test files.
 */
const checkAssertions = async ({ libraries = {}, expect = undefined, chains = false, used = [] }) => {
  const found = { silent: [], count: 0 };
  await askCanaries(ASSERT, assert, 'assert', found, ALWAYS.ASSERT, used);
  const { chai, expect: expectLibrary } = libraries;
  if (chai) await askCanaries(CHAI, chai.expect ? chai : chai.default, 'chai', found, ALWAYS.CHAI, used);
  const given = expect || expectLibrary?.expect || expectLibrary?.default;
  if (given) await askCanaries(EXPECT, given, 'expect', found, ALWAYS.EXPECT, used);
  if (given && chains) await askCanaries(CHAI_IN_EXPECT, given, 'expect', found, [], used);
  return found;
};

module.exports = { alsoWatch, checkAssertions, loadLibraries, replacedFunctions };
