// The text of a file as node runs it: without types and JSX, by the compiler that the project has itself.
import fs from 'node:fs';
import module from 'node:module';
import path from 'node:path';

const TYPED = /\.[cm]?tsx?$/;
const JSX = /\.[jt]sx$/;
const JSX_FACTORY = /@jsx\s/; // in a comment: the file names itself what its elements are made by
const MOST_KNOWN = 400;

const resolveThrough = (from, names) => {
  try {
    return names.reduce((at, name) => module.createRequire(at).resolve(name), from);
  } catch {
    return undefined;
  }
};

const compilerOptions = (root) => {
  try {
    const text = fs.readFileSync(path.join(root, 'tsconfig.json'), 'utf8');
    const plain = text.replace(/("(?:\\.|[^"\\])*")|\/\/[^\n]*|\/\*[^]*?\*\//g, '$1').replace(/,(\s*[}\]])/g, '$1');
    const { experimentalDecorators, useDefineForClassFields, jsx, jsxImportSource, jsxFactory, target } =
      JSON.parse(plain).compilerOptions ?? {};
    return { experimentalDecorators, useDefineForClassFields, jsx, jsxImportSource, jsxFactory, target };
  } catch {
    return {};
  }
};

/** The compilers of a project, the quickest first: each turns (text, file) into plain code, or a promise of it. */
const compilers = function* (root) {
  const from = path.join(root, 'package.json');
  const options = compilerOptions(root);
  for (const names of [['esbuild'], ['vite', 'esbuild'], ['vitest', 'vite', 'esbuild'], ['tsx', 'esbuild']]) {
    const found = resolveThrough(from, names);
    if (!found) continue;
    const esbuild = module.createRequire(from)(found);
    const settings = { target: 'node20', tsconfigRaw: { compilerOptions: options } };
    yield (text, file) => {
      if (!options.jsx) settings.jsx = JSX_FACTORY.test(text) ? 'transform' : 'automatic';
      const loader = /\.[cm]?ts$/.test(file) ? 'ts' : path.extname(file) === '.tsx' ? 'tsx' : 'jsx';
      return esbuild.transform(text, { ...settings, loader }).then(({ code }) => code);
    };
  }
  const typescript = resolveThrough(from, ['typescript']);
  if (typescript) {
    const ts = module.createRequire(from)(typescript);
    if (ts.transpileModule) {
      const given = { ...options, target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, jsx: ts.JsxEmit.ReactJSX };
      yield (text, fileName) => ts.transpileModule(text, { compilerOptions: given, fileName }).outputText;
    }
  }
  if (module.stripTypeScriptTypes) yield (text) => module.stripTypeScriptTypes(text, { mode: 'transform' });
};

export const makeTransform = (root) => {
  let compile;
  const known = new Map();
  return (text, file) => {
    if (!TYPED.test(file) && !JSX.test(file)) return text;
    const key = `${file}\n${text}`;
    if (known.has(key)) return known.get(key);
    compile ??= compilers(root).next().value;
    if (!compile) throw new Error('nothing here can compile TypeScript or JSX');
    const keep = (found) => {
      if (known.size > MOST_KNOWN) known.delete(known.keys().next().value);
      known.set(key, found);
      return found;
    };
    const found = compile(text, file);
    // What waits may wait for ever: where a candidate is ended, so is what was ready to go on.
    return typeof found === 'string' ? keep(found) : found.then(keep);
  };
};
