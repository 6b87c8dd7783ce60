'use strict';
const assert = require('node:assert');
const { describe, test } = require('node:test');
const { NotAccepted, byWeight, isBulky, orderPostage, postage } = require('../parcel.js');

const small = { grams: 200, sides: [200, 100, 50] };

describe('by weight', () => {
  test('a letter', () => assert.strictEqual(byWeight(20), 390));
  test('a step ends with its own weight', () => assert.strictEqual(byWeight(500), 390));
  test('above a step', () => assert.strictEqual(byWeight(501), 549));
  test('the heaviest', () => assert.strictEqual(byWeight(10000), 949));
  test('too heavy', () => assert.throws(() => byWeight(10001), NotAccepted));
});

describe('bulky', () => {
  test('is what has a long side', () => assert.ok(isBulky([601, 10, 10])));
  test('is what is large all together', () => assert.ok(isBulky([500, 500, 201])));
  test('is no shoe box', () => assert.ok(!isBulky([330, 190, 120])));
  test('and too long', () => assert.throws(() => isBulky([1201, 10, 10]), NotAccepted));
});

describe('postage', () => {
  test('at home', () => assert.strictEqual(postage(small), 390));
  test('far away', () => assert.strictEqual(postage({ ...small, zone: 'far' }), 975));
  test('of a bulky parcel', () => assert.strictEqual(postage({ grams: 2000, sides: [700, 10, 10] }), 1049));
  test('to nowhere', () => assert.throws(() => postage({ ...small, zone: 'moon' }), NotAccepted));
  test('of four parcels', () => assert.strictEqual(orderPostage([small, small, small, small]), 1560));
  test('of five parcels', () => assert.strictEqual(orderPostage([small, small, small, small, small]), 1560));
});
