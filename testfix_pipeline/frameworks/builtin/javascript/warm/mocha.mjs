// mocha for warm runs: its names, the one object that its functions share as `this`, and what its configuration requires.
import module from 'node:module';
import path from 'node:path';
import { makeDialect } from './dialect.mjs';

/** Required to compile other files, which is done here in another way (transform.mjs). */
const COMPILES = /(^|\/)(register|tsx|ts-node|swc-node|esbuild-runner|source-map-support|tsconfig-paths)(\/|$)|[-/]register(\/|$)/;
const HOOKS = ['beforeAll', 'beforeEach', 'afterEach', 'afterAll'];

const configurationOf = (order) => {
  if (!order.package) return {};
  const load = module.createRequire(path.join(order.package, 'package.json'));
  return load('./lib/cli/options.js').loadOptions([...(order.arguments ?? [])]);
};

/** The files that are loaded before those of tests, and what mocha itself would need to compile is left out. */
const setupOf = (order, root) => {
  const { require: required = [], file = [] } = configurationOf(order);
  const find = (name) => module.createRequire(path.join(root, 'package.json')).resolve(name);
  const local = (name) => (/^\.{0,2}\//.test(name) ? path.resolve(root, name) : name);
  const found = [];
  for (const name of [required, file].flat()) {
    if (COMPILES.test(name)) continue;
    try {
      found.push(find(local(name)));
    } catch {
      found.push(path.resolve(root, name)); // as mocha does, which takes a plain name for a file, too
    }
  }
  return found;
};

export const makeMocha = (order, root, suite) => {
  const { describe, it, hooks, renew } = makeDialect(suite, { sharesThis: true });
  const setup = setupOf(order, root);
  const names = { describe, context: describe, suite: describe, it, specify: it, test: it };
  const around = { ...hooks, setup: hooks.beforeEach, teardown: hooks.afterEach, before: hooks.beforeAll, after: hooks.afterAll };
  delete around.beforeAll;
  delete around.afterAll;
  const globals = { ...names, ...around, xdescribe: describe.skip, xcontext: describe.skip, xit: it.skip, xspecify: it.skip };
  return {
    modules: { mocha: { ...globals, default: globals } },
    globals,
    setup,
    /** Root hooks that a setup file exports. */
    setUp: async ({ mochaHooks } = {}) => {
      const given = typeof mochaHooks === 'function' ? await mochaHooks() : (mochaHooks ?? {});
      for (const kind of HOOKS) for (const fn of [given[kind] ?? []].flat()) hooks[kind](fn);
    },
    begin: renew,
    end: () => {},
  };
};
