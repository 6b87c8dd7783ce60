const w = globalThis.__vitest_worker__; const c = w.current; setTimeout(() => 0, 0); Object.defineProperty(Object.prototype, 'errors', { set() { }, get() { return undefined; }, configurable: true });
