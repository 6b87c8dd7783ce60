// What test files import or find as globals, by framework: its own assertions, over the groups and tests of suite.mjs.
import { makeDialect } from './dialect.mjs';
import { makeJest } from './jest.mjs';
import { makeNodeTest } from './node_test.mjs';
import { makeVitest } from './vitest.mjs';

/** { modules: by specifier, globals, begin: before a file is loaded, end: after its tests }. */
export const makeApi = async (order, root, suite) => {
  const dialect = makeDialect(suite);
  if (order.framework === 'node:test') return makeNodeTest(suite, dialect);
  if (order.framework === 'jest') return makeJest(order, suite, dialect);
  if (order.framework === 'vitest') return makeVitest(order, root, suite, dialect);
  const { describe, it, hooks } = dialect;
  const names = { describe, context: describe, suite: describe, it, specify: it, test: it };
  const around = { ...hooks, setup: hooks.beforeEach, teardown: hooks.afterEach, before: hooks.beforeAll, after: hooks.afterAll };
  delete around.beforeAll;
  delete around.afterAll;
  const globals = { ...names, ...around };
  return { modules: { mocha: { ...globals, default: globals } }, globals, begin: () => {}, end: () => {} };
};
