// Leads imports of node:test to the wrapped functions, in every module but the one that hands them on.
const shim = new URL('./shim.mjs', import.meta.url).href;

export const resolve = (specifier, context, next) =>
  specifier === 'node:test' && context.parentURL !== shim ? { url: shim, shortCircuit: true } : next(specifier, context);
