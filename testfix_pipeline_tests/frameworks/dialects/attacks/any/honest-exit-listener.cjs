process.on('exit', () => { globalThis.finished = true; });
