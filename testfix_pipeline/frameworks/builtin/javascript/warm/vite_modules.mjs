// The project's modules as Vite compiles them, evaluated again for each candidate: the same interface as modules.mjs.
import fs from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';
import { pathToFileURL } from 'node:url';
import { makeExportedClasses } from './exported_classes.mjs';

const IMPORTS = /__vite_ssr_(?:dynamic_)?import__\("((?:[^"\\]|\\.)*)"/g;
const PARAMETERS = ['__vite_ssr_exports__', '__vite_ssr_import_meta__', '__vite_ssr_import__', '__vite_ssr_dynamic_import__', '__vite_ssr_exportAll__', '__vite_ssr_exportName__'];
const MOST_SCRIPTS = 1000;
const { defineProperty, hasOwn } = Object;

/** What an import of CommonJS gives to code that was written for a bundler: its properties, and its own default. */
const interoperable = (found) => {
  const whole = found.default;
  if (whole === null || (typeof whole !== 'object' && typeof whole !== 'function')) return found;
  const own = '__esModule' in whole && 'default' in whole ? whole.default : whole;
  return new Proxy(found, {
    get: (target, name) => (name === 'default' ? own : target[name] ?? whole[name]),
    has: (target, name) => name === 'default' || name in target || name in whole,
    getOwnPropertyDescriptor: (target, name) => Reflect.getOwnPropertyDescriptor(target, name) ?? { value: whole[name], enumerable: true, configurable: true },
  });
};

export const makeViteModules = ({ root, builtins, globals, guard, suite, pipeline }) => {
  const onDisk = new Map();
  const scripts = new Map();
  const outside = new Map(); // what node has imported
  const kept = new Map(); // what is installed and evaluated here, once
  const mocks = new Map();
  let texts = {};
  let loaded = new Map();
  let testFile;
  let importer; // of what runs
  let config = {};
  const pending = []; // mocks whose places are being looked for

  const fileOf = (id) => id.replace(/[?#].*$/, '');
  const isInstalled = (id) => id.includes('/node_modules/') || id.startsWith('\0');
  const textOf = (id) => {
    const file = fileOf(id);
    if (file in texts) return texts[file];
    if (!onDisk.has(file)) onDisk.set(file, fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '');
    return onDisk.get(file);
  };
  const codeOf = (id) => pipeline.code(id, textOf(id));
  const framework = Object.keys(builtins);
  const isFramework = (specifier) => hasOwn(builtins, specifier) || framework.some((name) => specifier.includes(`/node_modules/${name}/dist/index.`));

  const native = async (place) => {
    if (!outside.has(place)) {
      const url = path.isAbsolute(place) ? pathToFileURL(place).href : place;
      const found = place.endsWith('.json') ? { default: JSON.parse(fs.readFileSync(place, 'utf8')) } : await suite.installing(() => import(url));
      outside.set(place, place.endsWith('.mjs') || !('default' in found) ? found : interoperable(found));
      guard.keep();
    }
    return outside.get(place);
  };
  /** Compiles a file and what it imports, so that its evaluation waits for nothing but itself. */
  const compile = async (id, seen = new Set()) => {
    if (seen.has(id)) return;
    seen.add(id);
    const external = await pipeline.external(id);
    if (external) return void (await native(external).catch(() => {}));
    const code = await codeOf(id).catch(() => undefined);
    for (const [, specifier] of code?.matchAll(IMPORTS) ?? []) {
      if (isFramework(specifier)) continue;
      await compile(await pipeline.find(JSON.parse(`"${specifier}"`), id), seen);
    }
  };

  const scriptOf = (id, code) => {
    const key = `${id}\n${code}`;
    if (!scripts.has(key)) {
      if (scripts.size > MOST_SCRIPTS) scripts.clear();
      const source = `'use strict';async (${PARAMETERS.join(',')})=>{{${code}\n}}`;
      scripts.set(key, new vm.Script(source, { filename: fileOf(id), importModuleDynamically: (specifier) => import(specifier) }));
    }
    return scripts.get(key);
  };
  const metaOf = (id) => {
    const own = { url: pathToFileURL(fileOf(id)).href, filename: fileOf(id), dirname: path.dirname(id), env: { ...process.env, ...config.env, MODE: 'test', DEV: true, PROD: false, SSR: !globalThis.document } };
    own.resolve = (specifier) => new URL(specifier, own.url).href;
    if (id === testFile) own.vitest = builtins.vitest;
    return own;
  };

  const imported = async (specifier, from, above) => {
    if (pending.length) await Promise.all(pending.splice(0));
    if (isFramework(specifier)) return builtins[framework.find((name) => specifier === name || specifier.includes(`/${name}/`))];
    const id = await pipeline.find(specifier, from);
    if (mocks.has(id)) return mocks.get(id)();
    return actual(id, above);
  };
  const actual = async (id, above = []) => {
    const external = await pipeline.external(id);
    return external ? native(external) : evaluated(id, above);
  };
  const evaluated = (id, above) => {
    const known = isInstalled(id) ? kept : loaded;
    const entry = known.get(id);
    // one that waits for its own importer is as far as it came
    if (entry) return above.includes(id) ? entry.exports : entry.promise;
    const made = { exports: {} };
    known.set(id, made);
    made.promise = run(id, made.exports, [...above, id]);
    made.promise.catch(() => {});
    return made.promise;
  };
  const run = async (id, exports, above) => {
    const code = await codeOf(id);
    if (code === undefined) throw new Error(`${id} can't be compiled`);
    defineProperty(exports, Symbol.toStringTag, { value: 'Module', configurable: true });
    const get = (name, read) => defineProperty(exports, name, { enumerable: true, configurable: true, get: read });
    const all = (from) => {
      for (const name of Object.keys(from ?? {})) if (name !== 'default' && !hasOwn(exports, name)) get(name, () => from[name]);
    };
    const bring = (specifier) => imported(String(specifier), id, above);
    importer = id;
    await scriptOf(id, code).runInThisContext()(exports, metaOf(id), bring, bring, all, get);
    return exports;
  };

  const placeOfMock = (specifier) => pipeline.find(specifier, importer ?? testFile);
  const later = (work) => {
    const one = work();
    pending.push(one);
    return one;
  };
  globalThis.__vitest_mocker__ = { wrapDynamicImport: (make) => make() }; // version 2 and later ask it for what code imports late

  return {
    classes: makeExportedClasses(() => loaded, (entry) => entry?.exports),
    enter: (file) => {
      if (!pipeline.isKnown(file)) throw new Error(`vitest knows no test file ${file}`);
      const found = pipeline.enter(file);
      config = found.config;
      for (const [name, value] of Object.entries(globals)) config.globals ? (globalThis[name] = value) : delete globalThis[name];
      return found;
    },
    begin: (now, file) => {
      texts = now;
      pipeline.begin(now);
      loaded = new Map();
      mocks.clear();
      testFile = importer = file;
    },
    compile: async (files) => {
      for (const file of files) await compile(await pipeline.find(file, testFile));
    },
    mocks: {
      set: (specifier, make) =>
        later(async () => {
          const place = await placeOfMock(specifier);
          let made;
          mocks.set(place, () => (made ??= Promise.resolve(make(() => actual(place)))));
        }),
      delete: (specifier) => later(async () => mocks.delete(await placeOfMock(specifier))),
      actual: async (specifier) => actual(await placeOfMock(specifier)),
      reset: () => (loaded = new Map()),
    },
    setUp: async (file) => actual(await pipeline.find(file, testFile)),
    load: async (file) => void (await evaluated(file, [])),
  };
};
