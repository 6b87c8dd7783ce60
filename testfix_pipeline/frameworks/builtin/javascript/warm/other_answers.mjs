// What a call could have answered instead: other values near a value, by the name of their kind, and the texts of values.
import crypto from 'node:crypto';
import util from 'node:util';
import vm from 'node:vm';

const { entries, getOwnPropertyDescriptors, getPrototypeOf, prototype } = Object;
const LONGEST_TEXT = 200;
const MOST_PARTS = 8;
const MOST_ITEMS = 1000;
const DEEPEST = 3;
const SHOWN = { depth: 6, breakLength: Infinity, compact: true, customInspect: false, maxArrayLength: 200, maxStringLength: 2000, sorted: true };
const FUNCTION = /\[(?:Async)?(?:Generator)?Function(?:: [^\]]*| \(anonymous\))?\]/g; // its name may be the test's
const folders = [];

/** What a call has thrown, or shall throw. */
export class Thrown {
  constructor(error) {
    this.error = error;
  }
}

/** Texts name none of these folders any more: the same tests run in another one, too. */
export const leaveOut = (...names) => folders.push(...names.map((one) => `${one}/`), ...names);

/** A text that is the same in each run that makes the value in the same way; a long one ends with its hash. */
export const textOf = (value) => {
  if (typeof value === 'function') return '[Function]';
  let text;
  try {
    text = value instanceof Thrown ? shownError(value.error) : util.inspect(value, SHOWN);
  } catch {
    return `<${typeof value}>`;
  }
  text = text.replace(/\s*\n\s*/g, ' ').replace(FUNCTION, '[Function]');
  for (const one of folders) text = text.replaceAll(one, '');
  if (text.length <= LONGEST_TEXT) return text;
  return `${text.slice(0, LONGEST_TEXT)}... [${crypto.createHash('sha256').update(text).digest('hex').slice(0, 8)}]`;
};
const shownError = (error) => (error instanceof Error ? `${error.name}(${error.message})` : `thrown ${util.inspect(error, SHOWN)}`);

const typeOf = (value) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);
const isUnlike = (value, other) => typeOf(value) !== typeOf(other) || textOf(value) !== textOf(other);

/** Other answers by kind. given: the call's arguments; added: texts of data that it may answer, too, and names of errors
    that it may throw. */
export const others = (value, given, added) => {
  const found = new Map();
  for (const [kind, other] of kinds(value, given, added))
    if (kind.startsWith('attribute ') || other instanceof Thrown || isUnlike(value, other)) found.set(kind, other);
  return found;
};

const kinds = function* (value, given, { values = [], errors = [] }) {
  if (value instanceof Thrown) return yield* otherErrors(value.error);
  if (value === undefined || value === null) yield ['zero', 0];
  else yield ['none', undefined];
  yield* otherValues(value);
  for (const text of values) {
    const other = readAs(value, vm.runInThisContext(`(${text})`));
    if (typeOf(other) === typeOf(value)) yield [`value ${text}`, other];
  }
  if (given.length) yield ['first argument', given[0]];
  for (const name of errors)
    if (isError(globalThis[name])) yield [`raises ${name}`, new Thrown(new globalThis[name]('corrupted'))];
  yield ['error', new Thrown(new EvalError('corrupted'))];
};
/** Data of the type of an answer, where a text stands for it: a number, JSON, or items with commas between them. */
const readAs = (value, data) => {
  if (typeof data !== 'string' || typeof value === 'string') return data;
  try {
    return JSON.parse(Array.isArray(value) && !data.trim().startsWith('[') ? `[${data.split(',').map((one) => (typeof value[0] === 'string' ? JSON.stringify(one) : one))}]` : data);
  } catch {
    return data;
  }
};
const isError = (one) => typeof one === 'function' && (one === Error || one.prototype instanceof Error);

const otherErrors = function* (error) {
  yield ['no error', undefined];
  if (!(error instanceof Error)) return yield ['other error', new Thrown(new EvalError('corrupted'))];
  const made = (kind, name) => new Thrown(Object.assign(new kind(error.message), error, name && { name }));
  yield ['other error', made(error instanceof RangeError ? TypeError : RangeError)];
  if (error.constructor !== Error) yield ['wider error', made(Error)];
  const other = copyOf(error, { message: 'corrupted' });
  yield ['other message', new Thrown(other)];
};

const otherValues = (value) => OTHERS[typeOf(value)]?.(value) ?? [];
const OTHERS = {
  boolean: (value) => [['not', !value]],
  bigint: (value) => [['+1', value + 1n], ['-1', value - 1n], ['negative', -value]],
  number: (value) => [
    ['+1', value + 1], ['-1', value - 1], ['negative', -value], ['zero', 0], ['double', 2 * value], ['text', String(value)],
    ...(Number.isInteger(value) ? [] : [['more', value + 1e-3 * Math.max(1, Math.abs(value))], ['less', value - 1e-3 * Math.max(1, Math.abs(value))]]),
  ],
  string: (value) => [
    ['empty', ''], ['longer', `${value}x`], ['before', `x${value}`], ['shorter', value.slice(0, -1)], ['first less', value.slice(1)],
    ['upper', value.toUpperCase()], ['lower', value.toLowerCase()], ['reversed', [...value].reverse().join('')], ['stripped', value.trim()],
    ['another digit', value.replace(/\d+/, (digits) => Number(digits) + 1)],
    ['another letter', `${value.slice(0, value.length >> 1)}~${value.slice((value.length >> 1) + 1)}`],
  ],
  array: (value) => otherArrays(value),
  object: (value) => otherObjects(value),
};
const otherArrays = function* (value) {
  yield ['empty', []];
  yield ['longer', [...value, value.at(-1) ?? 0]];
  yield ['shorter', value.slice(0, -1)];
  yield ['first less', value.slice(1)];
  yield ['reversed', [...value].reverse()];
  if (value.length <= MOST_ITEMS) yield ['items', value.map((one) => firstOther(one))];
  for (const at of new Set([0, value.length >> 1, value.length - 1].filter((one) => one in value)))
    for (const [kind, other] of otherParts(value[at])) yield [`item ${at}${kind}`, value.map((one, place) => (place === at ? other : one))];
};
const otherObjects = function* (value) {
  if (value instanceof Date) return yield* [['later', new Date(+value + 864e5)], ['earlier', new Date(+value - 864e5)]];
  if (value instanceof Set) return yield* [['empty', new Set()], ['more', new Set([...value, 'corrupted'])], ['less', new Set([...value].slice(0, -1))]];
  if (value instanceof Map) {
    yield* [['empty', new Map()], ['more', new Map([...value, ['corrupted', 1]])], ['less', new Map([...value].slice(0, -1))]];
    return yield ['values', new Map([...value].map(([key, one]) => [key, firstOther(one)]))];
  }
  if (ArrayBuffer.isView(value) && value.map) return yield* [['empty', value.slice(0, 0)], ['shorter', value.slice(0, -1)], ['items', value.map((one) => one + 1)]];
  if (util.types.isPromise(value) || util.types.isProxy(value) || value instanceof RegExp) return;
  const isPlain = getPrototypeOf(value) === prototype || getPrototypeOf(value) === null;
  const known = dataOf(value);
  if (isPlain) {
    yield ['empty', {}];
    yield ['more', copyOf(value, { corrupted: 1 })];
    yield ['less', Object.fromEntries(entries(value).slice(0, -1))];
    yield ['values', copyOf(value, Object.fromEntries(known.map(([key, one]) => [key, firstOther(one)])))];
  }
  for (const [key, one] of known.slice(0, MOST_PARTS))
    for (const [kind, other] of otherParts(one))
      if (other !== one) yield [`${isPlain ? 'value of' : 'attribute'} ${key}${kind}`, copyOf(value, { [key]: other })];
};
/** The properties that are data, and no functions. */
const dataOf = (value) => entries(getOwnPropertyDescriptors(value)).filter(([, one]) => one.enumerable && 'value' in one && typeof one.value !== 'function').map(([key, one]) => [key, one.value]);
/** An object like another one, with some other properties; what is private in it is gone. */
const copyOf = (value, changes) => {
  const known = getOwnPropertyDescriptors(value);
  for (const key of Object.keys(changes)) known[key] = { enumerable: true, ...known[key], value: changes[key], writable: true, configurable: true };
  return Object.create(getPrototypeOf(value), known);
};
const otherParts = function* (value) {
  const found = typeOf(value) === 'object' ? dataOf(value).slice(0, MOST_PARTS) : [];
  if (!found.length) yield ['', firstOther(value)];
  for (const [key, one] of found) yield [`, ${key}`, copyOf(value, { [key]: firstOther(one) })];
};
/** One other value of a part; what looks like all others, or lies too deep, remains as it is. */
export const firstOther = (value, depth = DEEPEST) => {
  if (depth === 0 || typeof value === 'function') return value;
  if (value === undefined || value === null) return 0;
  if (Array.isArray(value)) return value.length && value.length <= MOST_ITEMS ? value.map((one) => firstOther(one, depth - 1)) : ['corrupted'];
  if (typeof value === 'object' && (getPrototypeOf(value) === prototype || getPrototypeOf(value) === null)) {
    const known = dataOf(value);
    return copyOf(value, known.length ? Object.fromEntries(known.map(([key, one]) => [key, firstOther(one, depth - 1)])) : { corrupted: 1 });
  }
  for (const [kind, other] of otherValues(value)) if (kind !== 'empty' && isUnlike(value, other)) return other;
  return value;
};
