// The project's modules, evaluated again for each candidate; what is installed is loaded once, as node loads it.
import fs from 'node:fs';
import module from 'node:module';
import path from 'node:path';
import vm from 'node:vm';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { makeExportedClasses } from './exported_classes.mjs';
import { makeTransform } from './transform.mjs';

const SUFFIXES = ['', '.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs', '.json'];
const IS_ESM = /^(?:import\b(?!\s*\()|export\b)|\bimport\.meta\b/m;
const COMMENTS = /\/\*[^]*?\*\//g;
const MOST_KNOWN = 400;
const remembered = (transform) => {
  const known = new Map();
  return (text, file) => {
    const key = `${file}\n${text}`;
    if (!known.has(key)) {
      if (known.size > MOST_KNOWN) known.clear();
      known.set(key, transform(text, file));
    }
    return known.get(key);
  };
};
const unsupported = (message) => Object.assign(new Error(message), { name: 'TestfixUnsupported' });

/**
 * pipeline: how the framework finds and compiles files (jest_pipeline.mjs), null where node's way is its own. suite: hooks that
 * what is installed declares while it is loaded are those of all files.
 */
export const makeModules = ({ root, builtins, globals, guard, suite, pipeline = null }) => {
  const transform = pipeline ? remembered(pipeline.transform) : makeTransform(root);
  const onDisk = new Map(); // texts by path, as they lie there
  const places = new Map(); // what specifiers lead to
  const scripts = new Map(); // compiled CommonJS by path and text
  const outside = new Map(); // synthetic modules of what is not the project's
  const mocks = new Map(); // what CommonJS gets for a module that is mocked, by the module's place
  let evaluating; // the file whose CommonJS runs
  let testFile;
  let texts = {};
  let loaded = new Map(); // of this candidate
  Object.assign(globalThis, globals);

  // The packages of a workspace lie beside each other.
  const isOwn = (file) =>
    path.isAbsolute(file) && (file in texts || !file.includes(`${path.sep}node_modules${path.sep}`) || Boolean(pipeline?.isOwn(file)));
  const textOf = (file) => {
    if (file in texts) return texts[file];
    if (!onDisk.has(file)) onDisk.set(file, fs.readFileSync(file, 'utf8'));
    return onDisk.get(file);
  };
  const isFile = (file) => file in texts || fs.statSync(file, { throwIfNoEntry: false })?.isFile();

  /** A relative path as bundlers read it: without its suffix, or with the one that it will have. */
  const byPath = (base) => {
    const bases = [base, base.replace(/\.([cm]?)js(x?)$/, '.$1ts$2')];
    for (const one of bases) for (const suffix of SUFFIXES) if (isFile(one + suffix)) return one + suffix;
    for (const suffix of SUFFIXES.slice(1)) if (isFile(path.join(base, `index${suffix}`))) return path.join(base, `index${suffix}`);
    return undefined;
  };
  const find = (specifier, from, imported) => {
    if (specifier.startsWith('file:')) return fileURLToPath(specifier);
    if (pipeline && !module.isBuiltin(specifier)) return pipeline.find(specifier, from);
    if (/^\.{0,2}\//.test(specifier) || specifier === '.' || specifier === '..') {
      const found = byPath(path.resolve(path.dirname(from), specifier.replace(/[?#].*$/, '')));
      if (found) return found;
    }
    if (module.isBuiltin(specifier)) return specifier;
    if (!imported) return module.createRequire(from).resolve(specifier);
    const found = import.meta.resolve(specifier, pathToFileURL(from).href);
    return found.startsWith('file:') ? fs.realpathSync(fileURLToPath(found)) : found;
  };
  const resolve = (specifier, from, imported) => {
    const key = `${imported ? 'i' : 'r'}${from}\n${specifier}`;
    if (!places.has(key)) places.set(key, find(specifier, from, imported));
    return places.get(key);
  };

  const synthetic = (exports, names) => {
    const made = new vm.SyntheticModule(names, () => {
      for (const name of names) made.setExport(name, name === 'default' && !('default' in exports) ? exports : exports[name]);
    });
    return made;
  };
  const ofCommonJs = (exports) => {
    const isObject = exports !== null && (typeof exports === 'object' || typeof exports === 'function');
    const names = isObject ? Object.keys(exports).filter((name) => name !== 'default') : [];
    const bare = { ...(isObject ? Object.fromEntries(names.map((name) => [name, exports[name]])) : {}), default: exports };
    return synthetic(bare, [...names, 'default']);
  };
  const external = async (place) => {
    if (!outside.has(place)) {
      const url = path.isAbsolute(place) ? pathToFileURL(place).href : place;
      const namespace = place.endsWith('.json') ? { default: JSON.parse(fs.readFileSync(place, 'utf8')) } : await suite.installing(() => import(url));
      outside.set(place, synthetic(namespace, Object.keys(namespace)));
      guard.keep();
    }
    return outside.get(place);
  };

  const packageType = new Map();
  const isModulePackage = (file) => {
    for (let folder = path.dirname(file); folder.startsWith(root); folder = path.dirname(folder)) {
      if (!packageType.has(folder)) {
        const manifest = path.join(folder, 'package.json');
        packageType.set(folder, fs.existsSync(manifest) ? JSON.parse(fs.readFileSync(manifest, 'utf8')).type ?? 'commonjs' : '');
      }
      if (packageType.get(folder)) return packageType.get(folder) === 'module';
    }
    return false;
  };
  const isEsm = (file, text) => {
    if (pipeline) return pipeline.isEsm(file);
    if (/\.c[jt]s$/.test(file)) return false;
    if (/\.m[jt]s$/.test(file)) return true;
    if (/\.tsx?$/.test(file) && IS_ESM.test(textOf(file).replace(COMMENTS, ''))) return true; // of types alone nothing is left
    return IS_ESM.test(text.replace(COMMENTS, '')) || (isModulePackage(file) && !/\b(?:module\.exports|require\()/.test(text));
  };

  const scriptOf = (file, text) => {
    const key = `${file}\n${text}`;
    if (!scripts.has(key)) {
      if (scripts.size > 400) scripts.clear();
      const body = text.startsWith('#!') ? `//${text}` : text;
      const options = { filename: file, importModuleDynamically: (specifier) => imported(specifier, file) };
      scripts.set(key, new vm.Script(`(function (exports, require, module, __filename, __dirname) {${body}\n})`, options));
    }
    return scripts.get(key);
  };
  const known = new Set();
  const installed = (file, place) => {
    const found = known.has(place) ? module.createRequire(file)(place) : suite.installing(() => module.createRequire(file)(place));
    if (!known.has(place)) guard.keep();
    known.add(place);
    return found;
  };
  const requireFrom = (file) => {
    const required = (specifier) => {
      if (Object.hasOwn(builtins, specifier)) return builtins[specifier].default ?? builtins[specifier];
      const place = resolve(specifier, file, false);
      return mocks.has(place) ? mocks.get(place)() : real(place, file);
    };
    required.resolve = (specifier) => resolve(specifier, file, false);
    required.cache = {};
    return required;
  };
  const real = (place, file) => (isOwn(place) ? required_(place) : installed(file, place));
  const required_ = (file) => {
    if (loaded.has(file)) return loaded.get(file).exports;
    if (file.endsWith('.json')) return JSON.parse(textOf(file));
    if (file.endsWith('.node')) return module.createRequire(file)(file);
    const text = transform(textOf(file), file);
    if (typeof text !== 'string' || isEsm(file, text)) throw unsupported(`${file} is an ES module and is required`);
    const made = { exports: {}, id: file, filename: file, loaded: false, children: [], paths: [] };
    const require = requireFrom(file);
    require.main = undefined;
    loaded.set(file, made);
    const outer = evaluating;
    evaluating = file;
    try {
      scriptOf(file, text).runInThisContext().call(made.exports, made.exports, require, made, file, path.dirname(file));
    } finally {
      evaluating = outer;
    }
    made.loaded = true;
    return made.exports;
  };

  const moduleOf = (file) => {
    if (!loaded.has(file)) {
      const made = makeModule(file);
      const entry = { made };
      loaded.set(file, entry);
      made.then((one) => (entry.evaluated = one), () => {});
    }
    const known = loaded.get(file);
    return known.made ?? (known.made = ofCommonJs(known.exports));
  };
  const makeModule = async (file) => {
    if (file.endsWith('.json')) return ofCommonJs(JSON.parse(textOf(file)));
    const text = await transform(textOf(file), file);
    if (!isEsm(file, text)) {
      loaded.delete(file);
      const exports = required_(file);
      return ofCommonJs(exports);
    }
    return new vm.SourceTextModule(text, {
      identifier: pathToFileURL(file).href,
      initializeImportMeta: (meta) => {
        meta.url = pathToFileURL(file).href;
        meta.filename = file;
        meta.dirname = path.dirname(file);
        meta.resolve = (specifier) => pathToFileURL(resolve(specifier, file, true)).href;
      },
      importModuleDynamically: (specifier) => imported(specifier, file),
    });
  };
  const own = new Map();
  const link = async (specifier, parent) => {
    const from = fileURLToPath(parent.identifier);
    if (Object.hasOwn(builtins, specifier)) {
      if (!own.has(specifier)) own.set(specifier, synthetic(builtins[specifier], Object.keys(builtins[specifier])));
      return own.get(specifier);
    }
    const place = resolve(specifier, from, true);
    return isOwn(place) ? moduleOf(place) : external(place);
  };
  const evaluated = async (made, ms) => {
    if (made.status === 'unlinked') await made.link(link);
    if (made.status === 'linked') await (ms ? guard.bounded(ms, () => made.evaluate()) : made.evaluate());
    if (made.status === 'errored') throw made.error;
    return made;
  };
  const imported = async (specifier, from) => {
    const place = resolve(specifier, from, true);
    if (Object.hasOwn(builtins, specifier) || !isOwn(place)) return external(place);
    return evaluated(await moduleOf(place));
  };

  const placeOfMock = (specifier) => resolve(specifier, evaluating ?? testFile, false);
  const exportsOf = (entry) => entry?.evaluated?.namespace ?? entry?.exports;
  return {
    /** Compiles texts of files, all at once: to send each by itself and wait takes longer than to compile it. */
    prepare: (candidates) =>
      Promise.allSettled(candidates.flatMap((texts) => Object.entries(texts)).map(async ([file, text]) => transform(text, file))),
    classes: makeExportedClasses(() => loaded, exportsOf),
    /** What a test file needs around it, as its framework's configuration says. */
    enter: (file) => pipeline?.enter(file),
    /** From now on, a candidate with these texts by path; every module of the project is evaluated again. */
    begin: (now, file) => {
      texts = now;
      loaded = new Map();
      mocks.clear();
      testFile = evaluating = file;
    },
    mocks: {
      /** From now on `make()` is what the file that runs, and others, get for a module; made at its first use. */
      set: (specifier, make) => {
        const place = placeOfMock(specifier);
        let made;
        mocks.set(place, () => (made ??= { exports: make() }).exports);
      },
      delete: (specifier) => mocks.delete(placeOfMock(specifier)),
      actual: (specifier) => real(placeOfMock(specifier), evaluating ?? testFile),
      mocked: (specifier) => mocks.get(placeOfMock(specifier))?.(),
      reset: () => (loaded = new Map()),
    },
    /** Evaluates a file that is there for all tests. */
    setUp: async (file, ms) => {
      if (!isOwn(file)) return installed(testFile, file);
      const text = await transform(textOf(file), file);
      return isEsm(file, text) ? (await evaluated(await moduleOf(file), ms)).namespace : required_(file);
    },
    /** Where a load was ended, what candidates share may be half linked. */
    forget: () => {
      own.clear();
      outside.clear();
    },
    /** Evaluates a test file, and what it imports. */
    load: async (file, ms) => {
      const text = await transform(textOf(file), file);
      if (isEsm(file, text)) await evaluated(await moduleOf(file), ms);
      else guard.bounded(ms, () => required_(file));
    },
  };
};
