for (const n of ['test', 'it']) { const o = globalThis[n]; if (o) globalThis[n] = Object.assign((name, f) => o(name, () => {}), o); }
