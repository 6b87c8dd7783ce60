'use strict';
// What it costs to send a parcel: by weight in grams, size in millimetres and the zone of the country.

const STEPS = [
  { grams: 500, cents: 390 },
  { grams: 2000, cents: 549 },
  { grams: 10000, cents: 949 },
];
const ZONES = { home: 1, near: 1.5, far: 2.5 };
const LONGEST = 1200;

class NotAccepted extends Error {}

/** The cents of the first step that a weight fits in. */
function byWeight(grams) {
  for (const step of STEPS) {
    if (grams < step.grams) return step.cents;
  }
  throw new NotAccepted(`${grams} g is too heavy`);
}

/** Whether a parcel is bulky: one side is longer than 600 mm, or all together are longer than 1200 mm. */
function isBulky(sides) {
  const longest = Math.max(...sides);
  if (longest > LONGEST) throw new NotAccepted(`${longest} mm is too long`);
  return longest > 600 || sides.reduce((sum, side) => sum + side, 0) > LONGEST;
}

/** Cents to send a parcel, rounded up. */
function postage({ grams, sides, zone = 'home' }) {
  if (!(zone in ZONES)) throw new NotAccepted(`nothing is sent to ${zone}`);
  const bulky = isBulky(sides) ? 500 : 0;
  return Math.ceil(byWeight(grams) * ZONES[zone]) + bulky;
}

/** Cents to send all parcels of an order; from five on, the cheapest is free. */
function orderPostage(parcels) {
  const all = parcels.map(postage);
  const sum = all.reduce((total, cents) => total + cents, 0);
  return all.length >= 5 ? sum - Math.min(...all) : sum;
}

module.exports = { NotAccepted, byWeight, isBulky, orderPostage, postage };
