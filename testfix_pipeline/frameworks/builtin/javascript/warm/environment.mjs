// The DOM of a test file: made once in a process, put into globalThis where the file's environment has one, and emptied
// for each file. What is installed may have kept its document, so it stays the same one.
import module from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const DOM = ['jsdom', 'happy-dom'];
const NATIVE = ['window', 'self', 'top', 'parent'];
/** Of node, whatever a DOM has: what the code of tests gets there is node's too, or it is needed to run it. */
const NODE = new Set(['undefined', 'NaN', 'Infinity', 'eval', 'globalThis', 'global', 'process', 'console', 'Buffer', 'queueMicrotask', 'structuredClone',
  'setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'clearInterval', 'clearImmediate', 'fetch', 'performance', 'Function', 'WebAssembly']);
const { getOwnPropertyNames, getOwnPropertyDescriptor, defineProperty, getPrototypeOf } = Object;

/** Which DOM an environment's name stands for: its own, one of jest's packages, or none. */
const kindOf = (name = 'node') => DOM.find((kind) => name === kind || name.includes(`environment-${kind}`) || name.includes(`/${kind}/`)) ?? 'node';

const imported = async (places, name) => {
  for (const from of places) {
    try {
      return await import(pathToFileURL(module.createRequire(from).resolve(name)).href);
    } catch (error) {
      if (!/MODULE_NOT_FOUND|ERR_PACKAGE_PATH/.test(error.code)) throw error;
    }
  }
  throw new Error(`${name} is not installed`);
};

const makeWindow = async (kind, places, options) => {
  const url = options.url ?? (kind === 'jsdom' ? 'http://localhost/' : 'about:blank');
  const found = await imported(places, kind);
  if (kind === 'happy-dom') return new found.Window({ ...options, url: options.url ?? 'http://localhost:3000' });
  const { JSDOM = found.default.JSDOM, VirtualConsole = found.default.VirtualConsole } = found;
  const { html = '<!DOCTYPE html>', ...rest } = options;
  // where scripts may run, its interfaces have no names that could be listed
  const made = new JSDOM(html, { pretendToBeVisual: true, ...rest, runScripts: undefined, url, virtualConsole: new VirtualConsole() });
  return made.window;
};

const namesOf = (window) => {
  const found = new Set();
  for (let at = window; at && at !== Object.prototype; at = getPrototypeOf(at)) for (const name of getOwnPropertyNames(at)) found.add(name);
  const builtIn = (name) => /^[A-Z]/.test(name) && name in globalThis && !/Event|Abort|DOMException|Blob|File|FormData|Headers|Request|Response|URL/.test(name);
  return [...found].filter((name) => !NODE.has(name) && !name.startsWith('_') && !(name in Object.prototype) && !builtIn(name));
};

/** Puts what a window has into globalThis; the answer takes it away. */
const populate = (window) => {
  const before = new Map();
  const put = (name, descriptor) => {
    before.set(name, getOwnPropertyDescriptor(globalThis, name));
    defineProperty(globalThis, name, { ...descriptor, configurable: true });
  };
  for (const name of namesOf(window)) {
    const isMethod = typeof window[name] === 'function' && !/^[A-Z]/.test(name);
    const bound = isMethod ? window[name].bind(window) : undefined;
    let own = bound;
    put(name, { get: () => own ?? window[name], set: (value) => (own = value), enumerable: true });
  }
  for (const name of NATIVE) put(name, { value: globalThis, writable: true });
  defineProperty(window.document, 'defaultView', { get: () => globalThis, configurable: true });
  return () => {
    for (const [name, descriptor] of before) descriptor ? defineProperty(globalThis, name, descriptor) : delete globalThis[name];
  };
};

const empty = ({ document, localStorage, sessionStorage }) => {
  for (const element of [document.documentElement, document.head, document.body]) {
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
  }
  document.head.innerHTML = '';
  document.body.innerHTML = '';
  document.title = '';
  for (const storage of [localStorage, sessionStorage]) storage?.clear();
};

/** Enters environments by name: `prepare` makes what one needs, `enter` puts it in place. places: where its package is looked for. */
export const makeEnvironment = (places) => {
  const windows = new Map();
  let leave = () => {};
  let current = 'node';
  return {
    prepare: async (name, options) => {
      const kind = kindOf(name);
      if (kind === 'node' || windows.has(kind)) return;
      windows.set(kind, await makeWindow(kind, [...places, ...(path.isAbsolute(name) ? [name] : [])], options));
    },
    enter: (name) => {
      const kind = kindOf(name);
      if (kind !== current) {
        leave();
        leave = kind === 'node' ? () => {} : populate(windows.get(kind));
        current = kind;
      }
      if (kind !== 'node') empty(windows.get(kind));
    },
  };
};
