// What test files import or find as globals, by framework: its own assertions, over the groups and tests of suite.mjs.
import { makeDialect } from './dialect.mjs';
import { makeJest } from './jest.mjs';
import { makeMocha } from './mocha.mjs';
import { makeNodeTest } from './node_test.mjs';
import { makeVitest } from './vitest.mjs';

/** { modules: by specifier, globals, begin: before a file is loaded, end: after its tests }. */
export const makeApi = async (order, root, suite) => {
  const dialect = makeDialect(suite);
  if (order.framework === 'node:test') return makeNodeTest(suite, dialect);
  if (order.framework === 'jest') return makeJest(order, root, suite);
  if (order.framework === 'vitest') return makeVitest(order, root, suite, dialect);
  return makeMocha(order, root, suite);
};
