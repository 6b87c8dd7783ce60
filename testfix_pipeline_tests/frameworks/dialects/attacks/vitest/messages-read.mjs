const s = process.send; process.send = function (m, ...a) { return s.call(process, m, ...a); }; globalThis.__keys = Object.keys(globalThis.__vitest_worker__);
