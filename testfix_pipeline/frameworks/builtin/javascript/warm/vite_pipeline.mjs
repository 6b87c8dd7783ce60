// How vitest finds and compiles a project's files: by the plugins, aliases and projects of its configuration, in a server of
// Vite that reads the texts of candidates.
import fs from 'node:fs';
import module from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import '../../vitest/temporary_folders.mjs';

const DOCBLOCK = /@(?:vitest|jest)-environment\s+([\w-]+)/;
const OPTIONS = { run: true, watch: false, coverage: { enabled: false }, cache: false, reporters: [{}], passWithNoTests: true, pool: 'forks' };
const CONFIGURED = /^(vite|vitest)\.(config|workspace)\./;

/** Whether the tests of a package are configured at all; else what node and the compilers do is what Vite does. */
export const hasConfiguration = (folders) => folders.some((folder) => fs.readdirSync(folder).some((name) => CONFIGURED.test(name)));

/** The path in an id of Vite, without what stands for a version. */
export const cleaned = (id) => id.replace(/[?&](v|t|import)(=[\w.-]*)?(?=&|$)/g, '').replace(/^\/@fs\//, '/');
const fileOf = (id) => id.replace(/[?#].*$/, '');

const byVersion = (project, isWeb) => {
  const node = project.vitenode;
  if (node) {
    const mode = isWeb ? 'web' : 'ssr';
    return {
      graph: project.server.moduleGraph,
      isExternal: (id) => node.shouldExternalize(id),
      resolve: async (specifier, from) => (await node.resolveId(specifier, from, mode))?.id,
      code: async (id) => (await node.transformRequest(id, id, mode))?.code,
    };
  }
  const environment = project.vite.environments[isWeb ? 'client' : 'ssr'];
  return {
    graph: environment.moduleGraph,
    isExternal: (id) => project._resolver.shouldExternalize(id),
    resolve: async (specifier, from) => (await environment.pluginContainer.resolveId(specifier, from))?.id,
    code: async (id) => (await environment.transformRequest(id))?.code,
  };
};

/** Has a server's plugins load the texts of candidates instead of files. */
const readTexts = (container, textsNow) => {
  const { load } = container;
  container.load = async (id, ...rest) => (Object.hasOwn(textsNow(), id) ? textsNow()[id] : load.call(container, id, ...rest));
};

/** The server's part: `enter` a test file, `find` the place of a specifier, the `code` of an id as a function's body. */
export const makeVitePipeline = async (order, root) => {
  const { createVitest, parseCLI } = await import(pathToFileURL(path.join(order.package, 'dist/node.js')).href);
  const { options } = parseCLI(['vitest', 'run', ...(order.arguments ?? [])]);
  let texts = {};
  const vitest = await createVitest('test', { ...options, ...OPTIONS }, { server: { watch: null, hmr: false } });
  const glob = vitest.globTestSpecifications ?? vitest.globTestSpecs ?? vitest.globTestFiles;
  const projects = new Map();
  for (const spec of await glob.call(vitest)) {
    const file = fs.realpathSync(spec.moduleId ?? spec[1]);
    if (!projects.has(file)) projects.set(file, spec[0] ?? spec.project);
  }
  // A project of a workspace has a server of its own, with other plugins than the ones that could be given here.
  for (const { vite, server = vite } of new Set(projects.values())) {
    for (const { pluginContainer } of [server, ...Object.values(server.environments ?? {})]) readTexts(pluginContainer, () => texts);
  }
  // What plugins have loaded saw no DOM; tests get copies of their own.
  const { cache } = module.createRequire(import.meta.url);
  for (const name of Object.keys(cache)) if (!name.endsWith('.node')) delete cache[name];
  const servers = new Map();
  let current;

  const portOf = (project, isWeb) => {
    const key = `${isWeb}`;
    if (!servers.has(project)) servers.set(project, {});
    return (servers.get(project)[key] ??= { ...byVersion(project, isWeb), project, key, externals: new Map(), places: new Map(), codes: new Map() });
  };
  const placeOf = async (specifier, from) => {
    if (module.isBuiltin(specifier) || specifier.startsWith('data:')) return specifier;
    const id = specifier.startsWith('file:') ? new URL(specifier).pathname : cleaned(specifier);
    if (id.startsWith('/@id/')) return id.slice('/@id/'.length).replace('__x00__', '\0');
    if (id.startsWith('/')) {
      const { root: top } = current.project.config;
      if (!id.startsWith(`${top}/`) && fs.existsSync(path.join(top, fileOf(id)))) return path.join(top, id);
      if (fs.existsSync(fileOf(id))) return id;
    }
    const found = await current.resolve(id, from);
    return found === undefined ? id : cleaned(found);
  };
  return {
    isKnown: (file) => projects.has(file),
    enter: (file) => {
      const project = projects.get(file);
      const { environment, environmentOptions = {}, setupFiles = [], ...config } = project.config;
      const named = DOCBLOCK.exec(fs.readFileSync(file, 'utf8'))?.[1] ?? environment;
      current = portOf(project, named !== 'node' && named !== 'edge-runtime');
      return { setup: [setupFiles].flat(), environment: named, options: environmentOptions[named === 'happy-dom' ? 'happyDOM' : named] ?? {}, config, port: current };
    },
    /** From now on, files have these texts. */
    begin: (now) => (texts = now),
    find: async (specifier, from) => {
      const { places } = current;
      const key = `${from}\n${specifier}`;
      if (!places.has(key)) places.set(key, await placeOf(specifier, from));
      return places.get(key);
    },
    /** What node is to import for an id, undefined where it is evaluated here. */
    external: async (id) => {
      const { externals } = current;
      if (!externals.has(id)) {
        const found = id.startsWith('\0') ? false : module.isBuiltin(id) || id.startsWith('data:') ? id : await current.isExternal(fileOf(id));
        externals.set(id, found ? cleaned(String(found)) : undefined);
      }
      return externals.get(id);
    },
    code: async (id, text) => {
      const { codes, graph } = current;
      const key = `${id}\n${text}`;
      if (codes.size > 2000) codes.clear();
      if (!codes.has(key)) {
        for (const known of graph.getModulesByFile(fileOf(id)) ?? []) graph.invalidateModule(known);
        codes.set(key, await current.code(id));
        for (const known of graph.getModulesByFile(fileOf(id)) ?? []) graph.invalidateModule(known);
      }
      return codes.get(key);
    },
  };
};
