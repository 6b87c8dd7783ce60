'use strict';
// Asks assertions that must fail whether they still do, and whether they are still the functions that they were.
const assert = require('node:assert');
const { keys } = Object;

const ASSERT_CANARIES = {
  equal: (a) => a.equal(1, 2),
  strictEqual: (a) => a.strictEqual(1, 2),
  deepEqual: (a) => a.deepEqual([1], [2]),
  deepStrictEqual: (a) => a.deepStrictEqual([1], [2]),
  notStrictEqual: (a) => a.notStrictEqual(1, 1),
  notEqual: (a) => a.notEqual(1, 1),
  ok: (a) => a.ok(false),
  match: (a) => a.match('a', /b/),
  throws: (a) => a.throws(() => {}),
};
const CHAI_CANARIES = {
  'expect.equal': (c) => c.expect(1).to.equal(2),
  'expect.deep': (c) => c.expect([1]).to.deep.equal([2]),
  'expect.true': (c) => c.expect(false).to.be.true,
  'expect.throw': (c) => c.expect(() => {}).to.throw(),
  'assert.equal': (c) => c.assert.equal(1, 2),
};
const EXPECT_CANARIES = {
  toBe: (e) => e(1).toBe(2),
  toEqual: (e) => e([1]).toEqual([2]),
  toStrictEqual: (e) => e([1]).toStrictEqual([2]),
  toBeTruthy: (e) => e(0).toBeTruthy(),
  toBeGreaterThan: (e) => e(1).toBeGreaterThan(2),
  toContain: (e) => e([1]).toContain(2),
  toMatch: (e) => e('a').toMatch(/b/),
  toThrow: (e) => e(() => {}).toThrow(),
  'not.toBe': (e) => e(1).not.toBe(1),
};

const functionsOf = (object) => {
  const found = [];
  for (const name of keys(object)) if (typeof object[name] === 'function') found.push([name, object[name]]);
  return found;
};

/** The assertions that did not fail, and how many did. */
const askCanaries = (canaries, subject, name, found) => {
  for (const canary of keys(canaries)) {
    let failed = false;
    try {
      canaries[canary](subject);
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

/** Ask all canaries: `{ silent, count }`. `libraries` as `loadLibraries` gives them; `expect` a global, if there is one. */
const checkAssertions = (libraries = {}, expect = undefined) => {
  const found = { silent: [], count: 0 };
  askCanaries(ASSERT_CANARIES, assert, 'assert', found);
  const { chai, expect: expectLibrary } = libraries;
  if (chai) askCanaries(CHAI_CANARIES, chai.expect ? chai : chai.default, 'chai', found);
  const given = expect || expectLibrary?.expect || expectLibrary?.default;
  if (given) askCanaries(EXPECT_CANARIES, given, 'expect', found);
  return found;
};

module.exports = { alsoWatch, checkAssertions, loadLibraries, replacedFunctions, askCanaries, EXPECT_CANARIES, CHAI_CANARIES };
