'use strict';
// What one test leaves to the next: the environment, globals, what is built in, and the variables that the functions of the
// test and of the project see, those that a module keeps to itself too. V8's inspector names them.
const { existsSync, readFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const path = require('node:path');
const { fileURLToPath } = require('node:url');
const { types } = require('node:util');

const MOST_OBJECTS = 20000;
const MOST_FUNCTIONS = 1500;
const SLOT = Symbol('testfix.state');
const CORE = ['assert', 'child_process', 'crypto', 'dns', 'events', 'fs', 'fs/promises', 'http', 'https', 'net', 'os', 'path', 'readline', 'stream', 'timers', 'timers/promises', 'url', 'util', 'zlib'];
const BUILT_IN = ['Object', 'Array', 'String', 'Number', 'Function', 'Promise', 'Date', 'Math', 'JSON', 'Intl', 'RegExp', 'Map', 'Set', 'Error', 'console', 'performance', 'crypto'];
const { getOwnPropertyDescriptor, getOwnPropertyNames: namesIn, defineProperty, getPrototypeOf, is } = Object;
const isObject = (value) => value !== null && (typeof value === 'object' || typeof value === 'function');
const kindOf = (value) => (Array.isArray(value) ? 'Array' : types.isMap(value) ? 'Map' : types.isSet(value) ? 'Set' : '');
const tagOf = (value) => Object.prototype.toString.call(value).slice(8, -1); // of another context's, too

/** Reads the variables around functions of the project. */
const makeReader = (root) => {
  const { Session } = require('node:inspector'); // only a run that is asked for state needs it
  const session = new Session();
  session.connect();
  const scripts = new Map();
  session.on('Debugger.scriptParsed', ({ params }) => scripts.set(params.scriptId, params.url));
  const post = (method, params, found = {}) => (session.post(method, params, (_error, result) => Object.assign(found, result)), found);
  post('Debugger.enable');
  const held = (globalThis[SLOT] = {});
  const evaluated = (name) => post('Runtime.evaluate', { expression: `globalThis[Object.getOwnPropertySymbols(globalThis).find((one) => one.description === 'testfix.state')]${name}` }).result;
  const propertiesOf = (objectId) => post('Runtime.getProperties', { objectId, ownProperties: true });
  const take = { functionDeclaration: 'function (slot) { slot.got = this; }', arguments: [{ objectId: evaluated('').objectId }] };
  const valueOf = (objectId) => (post('Runtime.callFunctionOn', { objectId, ...take }), held.got);
  const fileOf = (url) => {
    const place = url?.startsWith('file:') ? fileURLToPath(url) : url;
    const file = place && path.isAbsolute(place) ? path.relative(root, place.replace(/[?#].*$/, '')).split(path.sep).join('/') : '..';
    return file.startsWith('..') || file.includes('node_modules/') ? undefined : file;
  };
  return {
    close: () => (session.disconnect(), delete globalThis[SLOT]),
    /** The file of a function, where it is the project's, and its scopes, the innermost first, each as variables by name. */
    read: (fn) => {
      held.value = fn;
      const { internalProperties = [] } = propertiesOf(evaluated('.value').objectId);
      const internal = (name) => internalProperties.find((one) => one.name === name)?.value;
      const file = fileOf(scripts.get(internal('[[FunctionLocation]]')?.value?.scriptId));
      const around = internal('[[Scopes]]');
      const kinds = file ? /^(Closure|Module|Block)/ : /^Closure/;
      const known = around ? propertiesOf(around.objectId).result.filter(({ value }) => kinds.test(value?.description ?? '')) : [];
      return { file, scopes: known.map(({ value }) => ({ ...valueOf(value.objectId).object })) };
    },
  };
};

const said = (value) => {
  if (typeof value === 'string' && path.isAbsolute(value) && (existsSync(value) || value.startsWith(tmpdir()))) return 'a path';
  if (typeof value === 'string') return JSON.stringify(value).slice(0, 40);
  if (!isObject(value)) return String(value);
  return `${Object.isFrozen(value) ? 'frozen ' : ''}${tagOf(value)}${kindOf(value) ? `(${[...value].length})` : ''}`;
};
const member = (owner, key) => (/^[A-Za-z_$][\w$]*$/.test(key) ? `${owner}.${key}` : `${owner}[${JSON.stringify(key)}]`);

/** How collections are filled again with what `[...one]` gave, in code too. */
const COLLECTIONS = {
  Array: { fill: (one, kept) => one.splice(0, one.length, ...kept), restore: (name) => [`${name}.splice(0, ${name}.length, ...saved);`] },
  Map: { fill: (one, kept) => (one.clear(), kept.forEach(([key, value]) => one.set(key, value))), restore: (name) => [`${name}.clear();`, `saved.forEach(([key, value]) => ${name}.set(key, value));`] },
  Set: { fill: (one, kept) => (one.clear(), kept.forEach((value) => one.add(value))), restore: (name) => [`${name}.clear();`, `saved.forEach((value) => ${name}.add(value));`] },
};
/** A piece of state that is another one now. way: how it is reached, { name, file, code }. */
const piece = ({ name, file }, before, after, putBack, restore = [], save = '') =>
  ({ name: file ? `${name} of ${file}` : name, before, after, putBack, of_program: Boolean(file), save, restore });

/** A function for the pieces of a container that are others by then. */
const keep = (target, way) => {
  const kind = kindOf(target);
  const before = said(target);
  const items = kind ? [...target] : [];
  const contents = items.flat(kind === 'Map' ? 1 : 0);
  const kept = new Map(kind ? [] : namesIn(target).map((key) => [key, getOwnPropertyDescriptor(target, key)]));
  const ofCollection = () => {
    const now = [...target].flat(kind === 'Map' ? 1 : 0);
    if (now.length === contents.length && now.every((one, at) => is(one, contents[at]))) return [];
    const { fill, restore } = COLLECTIONS[kind];
    return [piece(way, before, said(target), () => fill(target, items), way.code && restore(way.code), way.code && `[...${way.code}]`)];
  };
  const ofProperty = (key) => {
    const [was, now] = [kept.get(key), getOwnPropertyDescriptor(target, key)];
    if (is(was?.value, now?.value) && was?.get === now?.get) return [];
    const inside = { ...way, name: member(way.name, key), code: way.code && member(way.code, key) };
    const restore = inside.code && [was ? `${inside.code} = saved;` : `delete ${inside.code};`];
    const putBack = () => (was ? defineProperty(target, key, was) : delete target[key]);
    return [piece(inside, was ? said(was.value) : 'absent', now ? said(now.value) : 'absent', putBack, restore, was && inside.code)];
  };
  return () => {
    if (Object.isFrozen(target)) return before.startsWith('frozen') ? [] : [piece(way, before, said(target))];
    return kind ? ofCollection() : [...new Set([...kept.keys(), ...namesIn(target)])].flatMap(ofProperty);
  };
};

/** The values in an object, with how they are reached, as far as reading them runs no code. */
const partsOf = (value, way) => {
  if (types.isMap(value) || types.isSet(value)) return [...value.values()].map((one) => [one, {}]);
  const isNamed = way.name && !(way.file && types.isModuleNamespaceObject(value)); // what it exports is named by its own module
  return namesIn(value).map((key) => {
    const { value: one, get } = getOwnPropertyDescriptor(value, key) ?? {};
    return [one ?? get, isNamed ? { ...way, name: member(way.name, key), code: way.code && member(way.code, key) } : {}];
  });
};
/** Visits what an object leads to, the near parts first; not what is behind those for which `visit` is false. */
const walk = (value, way, visit, isEnd) => {
  const known = new Set();
  const waiting = [[value, way]];
  for (let at = 0; at < waiting.length && known.size < MOST_OBJECTS; at++) {
    const [one, itsWay] = waiting[at];
    if (!isObject(one) || known.has(one) || isEnd(one)) continue;
    if (known.add(one) && visit(one, itsWay) === false) continue;
    for (const part of partsOf(one, itsWay)) waiting.push(part);
    const prototype = getPrototypeOf(one);
    if (prototype && tagOf(prototype) === 'Object') waiting.push([prototype, {}]);
  }
};

/** The names in a file's import statements, [imported, local] of each statement; a compiler may have others for them. */
const importedNames = (source) =>
  [...source.matchAll(/^import\s+([^'"]+?)\s+from\s*['"]/gm)].map(([, clause]) => {
    const [, first = '', braced = ''] = /^([\w$]*)[\s,]*(?:\{([^}]*)\})?/.exec(clause);
    const named = braced.split(',').map((one) => one.trim().split(/\s+as\s+/)).filter(([name]) => name);
    return [...(first ? [['default', first]] : []), ...named.map(([name, local = name]) => [name, local])];
  });

/** What the variables of a test's file are in its text: those of a compiler are replaced by what they hold. */
const asWritten = (variables, file) => {
  const source = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const isWritten = ([name]) => new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`).test(source);
  const all = Object.entries(variables);
  const namespaces = all.filter((one) => !isWritten(one) && isObject(one[1])).map(([, value]) => value);
  const found = importedNames(source).flatMap((names) => {
    const namespace = namespaces.find((one) => names.length && names.every(([name]) => name in one));
    return namespace ? names.map(([name, local]) => [local, namespace[name]]) : [];
  });
  return [...all.filter(isWritten), ...found];
};

/** The scopes around functions of the project that a test's function leads to: { file, level, fn, variables }. */
const scopesFrom = (fn, reader, isEnd) => {
  const scopes = [];
  const modules = new Set();
  const functions = [fn];
  const visited = new Set(functions);
  const meet = (value) => void (typeof value === 'function' && !visited.has(value) && functions.push(value) && visited.add(value));
  for (let at = 0; at < functions.length && at < MOST_FUNCTIONS; at++) {
    const found = reader.read(functions[at]);
    if (!found.file && scopes.length) continue; // a framework's function around the test's leads to it
    for (const [level, variables] of found.scopes.entries()) {
      const isModule = found.file && level === found.scopes.length - 1;
      if (isModule && (modules.has(found.file) || !modules.add(found.file))) continue;
      if (found.file) scopes.push({ file: found.file, level, fn: functions[at], variables });
      for (const value of Object.values(variables)) walk(value, {}, meet, isEnd);
    }
  }
  return scopes;
};

/** A snapshot of what is global and of all that the function of a test leads to: what has changed, and its end. */
const snapshot = (fn, global, root, testFile) => {
  const reader = makeReader(root);
  const isEnd = (one) => one === global || one === process;
  const scopes = scopesFrom(fn, reader, isEnd);
  const kept = [];
  const seen = new Set();
  const codes = new Map(); // how the test's file names an object
  const written = ({ file, variables }) => asWritten(variables, path.join(root, file));
  for (const scope of scopes.filter(({ file }) => file === testFile))
    for (const [name, value] of written(scope)) walk(value, { name, code: name }, (one, { code }) => void (code && !codes.has(one) && codes.set(one, code)), isEnd);
  const keepOne = (one, way) => {
    if (!isObject(one) || seen.has(one)) return false;
    if (seen.add(one) && way.name) kept.push(keep(one, way));
    return true;
  };
  keepOne(global.process.env, { name: 'process.env', code: 'process.env' });
  keepOne(global, { name: 'globalThis', code: 'globalThis' });
  const builtIn = BUILT_IN.flatMap((name) => [[name, global[name]], [`${name}.prototype`, global[name]?.prototype]]);
  for (const [name, one] of builtIn) keepOne(one, { name, code: name });
  for (const scope of scopes.reverse().sort((one, other) => (one.file === testFile) - (other.file === testFile))) { // what others import first
    const way = scope.file === testFile ? {} : { file: scope.file };
    kept.push(() => {
      const now = reader.read(scope.fn).scopes[scope.level] ?? {};
      const changed = Object.entries(scope.variables).filter(([name, value]) => name in now && !is(now[name], value));
      return changed.map(([name, value]) => piece({ ...way, name }, said(value), said(now[name])));
    });
    for (const [name, value] of written(scope)) walk(value, { ...way, name }, (one, { name: known, file }) => keepOne(one, { name: known, file, code: codes.get(one) }), isEnd);
  }
  for (const name of CORE) keepOne(process.getBuiltinModule?.(name), { name, code: codes.get(process.getBuiltinModule?.(name)) });
  return { changes: () => kept.flatMap((changes) => changes()), close: reader.close };
};

/** A function for the beginning of each test: from `state.after` to `state.of`, tells what has changed, puts `put_back` back. */
const watchState = (state, root, tell) => {
  let before;
  return (id, fn, global = globalThis) => {
    const isThis = (other) => JSON.stringify(id) === JSON.stringify(other);
    if (state && isThis(state.after)) before = snapshot(fn, global, root, id[0]);
    if (!before || !isThis(state.of)) return;
    const found = before.changes();
    before.close();
    for (const one of found) if (state.put_back.includes(one.name)) one.putBack?.();
    tell(found.map(({ putBack, ...one }) => ({ ...one, can_be_put_back: Boolean(putBack) })));
    before = undefined;
  };
};

/** Sorts tests, and groups by their last one, as `sequence` has them. listsOf: the lists in a group; idsOf: the ids of a test. */
const sortTree = (sequence, group, listsOf, idsOf) => {
  const ranks = new Map((sequence ?? []).map((id, at) => [JSON.stringify(id), at]));
  const below = (entry) => listsOf(entry)?.flatMap((list) => list.flatMap(below)) ?? idsOf(entry);
  const rank = (entry) => Math.max(-1, ...below(entry).map((id) => ranks.get(JSON.stringify(id)) ?? -1));
  for (const entries of (sequence && listsOf(group)) ?? []) {
    const sorted = entries.map((one) => [rank(one), one]).sort(([one], [other]) => one - other);
    entries.splice(0, entries.length, ...sorted.map(([, one]) => one));
    for (const one of entries) sortTree(sequence, one, listsOf, idsOf);
  }
};

module.exports = { sortTree, watchState };
