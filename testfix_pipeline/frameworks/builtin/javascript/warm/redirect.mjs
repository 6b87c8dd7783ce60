// What is installed, and imports the framework, gets what test files get: functions that declare tests and hooks to us.
import module from 'node:module';

const GIVEN = Symbol.for('testfix.given');
const isName = (name) => /^[A-Za-z_$][\w$]*$/.test(name) && name !== 'default';

/** The source of a module that hands on what is kept under a name. */
const sourceOf = (name, given) => {
  const own = Object.keys(given).filter(isName);
  const from = `globalThis[Symbol.for('testfix.given')][${JSON.stringify(name)}]`;
  return `const given = ${from};\nexport default given.default ?? given;\n${own.map((one) => `export const ${one} = given.${one};\n`).join('')}`;
};

/** Leads imports of these modules, by name, to them; those of node itself stay. */
export const lead = (modules) => {
  const named = Object.entries(modules).filter(([name]) => !module.isBuiltin(name));
  if (!named.length) return;
  globalThis[GIVEN] = Object.fromEntries(named);
  const urls = Object.fromEntries(named.map(([name, given]) => [name, `data:text/javascript,${encodeURIComponent(sourceOf(name, given))}`]));
  const hooks = `let urls; export const initialize = (given) => { urls = given; };
export const resolve = (specifier, context, next) =>
  Object.hasOwn(urls, specifier) ? { url: urls[specifier], shortCircuit: true } : next(specifier, context);`;
  module.register(`data:text/javascript,${encodeURIComponent(hooks)}`, import.meta.url, { data: urls });
  const load = module._load;
  module._load = function (request, ...rest) {
    return Object.hasOwn(modules, request) && !module.isBuiltin(request) ? modules[request].default ?? modules[request] : load.call(this, request, ...rest);
  };
};
