// node:test as ES modules import it, wrapped by preload.cjs.
import { createRequire } from 'node:module';

const wrapped = createRequire(import.meta.url)('node:test');

export default wrapped;
export const { after, afterEach, assert, before, beforeEach, describe, it, mock, only, run, skip, snapshot, suite, test, todo } =
  wrapped;
