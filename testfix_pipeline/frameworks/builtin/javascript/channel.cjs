'use strict';
// The channel of all injected JavaScript. It is loaded before the project's code and keeps its own references to what it
// needs, so that code which replaces `fs.writeSync` or `JSON.stringify` later does not change what is written.
const fs = require('node:fs');
const path = require('node:path');

const { writeSync, readFileSync } = fs;
const { stringify, parse } = JSON;
const { setPrototypeOf, keys } = Object;
const { isArray } = Array;
const NativeMap = Map;
const NativeSet = Set;
const MOST_TEXT = 8000;

const order = parse(readFileSync(0, 'utf8'));
const { nonce, fd, root } = order;

// Without prototypes nobody's `toJSON` or setter has a part in what is written.
const bare = (value) => {
  if (value === null || typeof value !== 'object') return value;
  const copy = isArray(value) ? [] : { __proto__: null };
  if (isArray(value)) {
    for (let i = 0; i < value.length; i++) copy[i] = bare(value[i]);
    return setPrototypeOf(copy, null);
  }
  const names = keys(value);
  for (let i = 0; i < names.length; i++) copy[names[i]] = bare(value[names[i]]);
  return copy;
};

const writeAll = (text) => {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(fd, bytes, at);
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
    }
  }
};

/** Write one event. */
const say = (e, fields) => writeAll(stringify(bare({ ...fields, e, n: nonce })) + '\n');

const text = (read) => {
  try {
    return String(read() ?? '').slice(0, MOST_TEXT);
  } catch {
    return '';
  }
};

/** An error as the channel tells it, whatever was thrown. */
const describeError = (error) => {
  const isObject = error !== null && typeof error === 'object';
  return {
    type: isObject ? text(() => error.name || error.constructor?.name) || 'Error' : typeof error,
    message: isObject ? text(() => error.message) : text(() => error),
    stack: isObject ? text(() => error.stack) : '',
  };
};

/** The path of a file from the package's folder, with `/`. */
const relative = (file) => path.relative(root, file).split(path.sep).join('/');

/** Numbers tests of equal titles in the order in which they are asked for. */
const numbering = () => {
  const seen = new NativeMap();
  return (file, titles) => {
    const key = stringify([file, titles]);
    const number = seen.get(key) ?? 0;
    seen.set(key, number + 1);
    return [file, titles, number];
  };
};

const keyOf = (id) => stringify(id);
const wantedIds = order.ids && new NativeSet(order.ids.map(keyOf));
const withoutIds = new NativeSet((order.without || []).map(keyOf));
const hasId = NativeSet.prototype.has;

/** Whether a test is to be run. */
const isWanted = (id) => {
  const key = keyOf(id);
  return (!wantedIds || hasId.call(wantedIds, key)) && !hasId.call(withoutIds, key);
};

/** Whether a group is to be run: no ids were asked for, or one of them is below these titles. */
const isWantedGroup = (file, titles) =>
  !order.ids || order.ids.some(([at, path]) => at === file && titles.every((title, i) => path[i] === title));

module.exports = { order, say, describeError, relative, numbering, isWanted, isWantedGroup, keyOf };
