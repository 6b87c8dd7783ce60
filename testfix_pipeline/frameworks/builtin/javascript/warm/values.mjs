// Values of calls: copies that another evaluation of the project can take, similar ones, and their texts.
import util from 'node:util';

export class NotCopyable extends Error {}

const LONG = 200;
const DEEPEST = 8;
const { getPrototypeOf, prototype } = Object;

/** A deep copy. `classOf(prototype)` is the prototype that instances of a class of the project get in the copy, undefined
    for an unknown one. Functions stay what they are. Throws NotCopyable. */
export const copied = (value, classOf, seen = new Map(), depth = 0) => {
  if (value === null || typeof value !== 'object') return value;
  if (seen.has(value)) return seen.get(value);
  if (depth > DEEPEST || util.types.isProxy(value)) throw new NotCopyable();
  const keep = (made) => (seen.set(value, made), made);
  const inner = (one) => copied(one, classOf, seen, depth + 1);
  const above = getPrototypeOf(value);
  if (Array.isArray(value)) {
    const made = keep(new Array(value.length));
    for (const key of Object.keys(value)) made[key] = inner(value[key]);
    return made;
  }
  if (above === Date.prototype) return keep(new Date(+value));
  if (above === RegExp.prototype) return keep(Object.assign(new RegExp(value.source, value.flags), { lastIndex: value.lastIndex }));
  if (above === Map.prototype) {
    const made = keep(new Map());
    for (const [key, one] of value) made.set(inner(key), inner(one));
    return made;
  }
  if (above === Set.prototype) {
    const made = keep(new Set());
    for (const one of value) made.add(inner(one));
    return made;
  }
  if (ArrayBuffer.isView(value) && !(value instanceof DataView)) return keep(value.slice());
  const own = above === null || above === prototype ? above : classOf(above);
  if (own === undefined) throw new NotCopyable();
  const made = keep(Object.create(own));
  for (const key of Reflect.ownKeys(value)) {
    const known = Object.getOwnPropertyDescriptor(value, key);
    if (!('value' in known)) throw new NotCopyable();
    Object.defineProperty(made, key, { ...known, value: inner(known.value) });
  }
  return made;
};

/** Values of the same type that are near a value: boundary, empty, negative, shorter and longer ones. */
export const similar = (value) => [...new Set(near(value))].filter((one) => !Object.is(one, value));

const near = (value) => {
  if (typeof value === 'boolean') return [!value];
  if (typeof value === 'bigint') return [0n, value + 1n, value - 1n, -value];
  if (typeof value === 'number') return nearNumber(value);
  if (typeof value === 'string' && value.length <= LONG) return nearText(value);
  if (Array.isArray(value) && value.length <= LONG) return nearLists(value);
  if (value !== null && typeof value === 'object' && getPrototypeOf(value) === prototype) return nearObjects(value);
  return [];
};
const nearNumber = (value) => {
  if (!Number.isInteger(value)) return [0, -value, value + 0.5, value + 1, value / 2];
  if (Math.abs(value) > 100000) return [value - 1, value + 1, 0];
  return [0, value + 1, value - 1, value && -value, 1, -1, 2 * value, value + 0.5];
};
const nearText = (value) => {
  const last = value.slice(-1);
  return ['', value.slice(0, -1), value.slice(1), ` ${value}`, `${value} `, value + last, value.toUpperCase(), [...value].reverse().join(''), value + value];
};
const nearLists = (value) => {
  if (!value.length) return [];
  const made = [[], value.slice(0, -1), value.slice(1), [...value].reverse(), [...value, value.at(-1)]];
  for (const at of new Set([0, value.length - 1])) for (const one of similar(value[at]).slice(0, 3)) made.push(value.with?.(at, one) ?? value.toSpliced(at, 1, one));
  return made;
};
const nearObjects = (value) => Object.keys(value).flatMap((key) => similar(value[key]).slice(0, 3).map((one) => ({ ...value, [key]: one })));

const SHOWN = { depth: DEEPEST, breakLength: Infinity, compact: true, customInspect: false, maxArrayLength: 200, maxStringLength: 2000 };

/** The text of a value, in one line. */
export const textOf = (value) => {
  if (typeof value === 'function') {
    const source = Function.prototype.toString.call(value);
    return source.length <= 60 && !source.includes('\n') ? source : util.inspect(value, SHOWN);
  }
  return util.inspect(value, SHOWN).replace(/\s*\n\s*/g, ' ');
};
