globalThis.expect = () => new Proxy({}, { get: (t, k, r) => k === 'not' ? r : () => {} });
