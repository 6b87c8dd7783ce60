{ const a = require('node:assert'); Object.defineProperty(a.AssertionError, Symbol.hasInstance, { value: () => false }); Error.captureStackTrace = () => { throw undefined; }; }
