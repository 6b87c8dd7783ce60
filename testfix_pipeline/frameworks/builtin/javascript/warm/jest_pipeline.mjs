// How jest finds and compiles a project's files: its own resolver and transforms, as the project's configuration says.
import fs from 'node:fs';
import path from 'node:path';

const PLAIN = { instrument: false, supportsDynamicImport: false, supportsExportNamespaceFrom: false, supportsStaticESM: false, supportsTopLevelAwait: false };
const CONFIGURATION = /^(-c|--config)(=|$)/;
const DOCBLOCK = /^\s*\/\*\*[^]*?@jest-environment\s+(\S+)[^]*?\*\//;

/** The value of the user's --config, if there is one. */
const configOf = (words) => {
  const at = words.findIndex((word) => CONFIGURATION.test(word));
  if (at < 0) return {};
  return { config: words[at].includes('=') ? words[at].slice(words[at].indexOf('=') + 1) : words[at + 1] };
};

/** ts-jest checks types over and over, which says nothing of what a candidate does; a run by jest checks them again. */
const withoutTypes = (config) => {
  const transform = config.transform?.map(([pattern, place, options]) =>
    place.includes(`${path.sep}ts-jest${path.sep}`) ? [pattern, place, { ...options, diagnostics: false, isolatedModules: true }] : [pattern, place, options],
  );
  return { ...config, transform };
};

const makeProject = async (load, given) => {
  const config = withoutTypes(given);
  const { default: Runtime } = load('jest-runtime');
  const { createScriptTransformer } = load('@jest/transform');
  const { SearchSource } = load('@jest/core');
  const context = await Runtime.createContext(config, { console: undefined, maxWorkers: 1, watch: false, watchman: false });
  return { config, resolver: context.resolver, transformer: await createScriptTransformer(config, new Map()), search: new SearchSource(context) };
};

const BABEL = ['js', 'cjs', 'mjs', 'json', 'cts'].map((suffix) => `babel.config.${suffix}`).concat('.babelrc', '.babelrc.js', '.babelrc.cjs', '.babelrc.json');
const EMPTY = ['setupFiles', 'setupFilesAfterEnv', 'moduleNameMapper', 'modulePaths', 'clearMocks', 'resetMocks', 'restoreMocks', 'globals', 'resolver', 'automock'];
const isEmpty = (value) => value === undefined || value === null || value === false || Object.keys(value).length === 0;

/** Whether files are what their texts say: nothing is configured that compiles them, finds them or is around their tests. */
const isPlain = (config, root) =>
  EMPTY.every((name) => isEmpty(config[name])) &&
  /environment-node/.test(config.testEnvironment) &&
  config.transform.every(([, place]) => place.includes(`${path.sep}babel-jest${path.sep}`)) &&
  !config.fakeTimers?.enableGlobally &&
  ![root, config.rootDir].some((folder) => BABEL.some((name) => fs.existsSync(path.join(folder, name))) || 'babel' in manifestOf(folder));
const manifestOf = (folder) => {
  const place = path.join(folder, 'package.json');
  return fs.existsSync(place) ? JSON.parse(fs.readFileSync(place, 'utf8')) : {};
};

/**
 * What jest does with files: `find` a specifier's file, `transform` a text to CommonJS, the setup files and the environment of
 * a test file. null where it does nothing with them.
 */
export const makeJestPipeline = async (load, root, words) => {
  const { readConfigs } = load('jest-config');
  const argv = { _: [], $0: 'jest', watchman: false, cache: true, ...configOf(words) };
  const { configs } = await readConfigs(argv, [root]);
  if (configs.every((config) => isPlain(config, root))) return null;
  const projects = [];
  for (const config of configs) projects.push(await makeProject(load, config));
  let project = projects[0];
  let conditions;

  const isTransformed = (file) => project.transformer.shouldTransform?.(file) ?? true;
  return {
    /** From now on, files are those of the project that has this test file. */
    enter: (file) => {
      project = projects.find(({ search }) => search.isTestFilePath(file)) ?? projects[0];
      const { setupFiles = [], setupFilesAfterEnv = [], testEnvironment, testEnvironmentOptions = {}, ...config } = project.config;
      const named = DOCBLOCK.exec(fs.readFileSync(file, 'utf8'))?.[1] ?? testEnvironment;
      conditions = ['require', 'default', ...(/jsdom|happy-dom/.test(named) ? ['browser'] : ['node', 'node-addons'])];
      return { setup: [...setupFiles, ...setupFilesAfterEnv], environment: named, options: testEnvironmentOptions, config };
    },
    find: (specifier, from) => project.resolver.resolveModule(from, specifier, { conditions }),
    isEsm: () => false,
    isOwn: (file) => file.includes(`${path.sep}node_modules${path.sep}`) && isTransformed(file),
    transform: (text, file) => (isTransformed(file) ? codeOf(project.transformer.transformSource(file, text, PLAIN)) : text),
  };
};
const codeOf = (found) => (typeof found === 'string' ? found : found.code);
