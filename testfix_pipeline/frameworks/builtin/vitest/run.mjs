// node THIS ARGUMENTS...: the project's own vitest and configuration, with a reporter and a runner of ours. The tests run in
// processes of their own, which do not have our channel.
import fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const require = createRequire(import.meta.url);
const { order, root } = { order: require('../javascript/channel.cjs').order, root: process.cwd() };
const { parseCLI, startVitest } = await import(pathToFileURL(path.join(order.package, 'dist/node.js')).href);
const { default: Reporter } = await import('./reporter.mjs');

// What is installed can't be written to. Vite takes that for this error alone, and then writes beside the configuration.
const { mkdir } = fs;
fs.mkdir = async (place, ...given) => {
  const isTemporary = String(place).includes('.vite-temp');
  try {
    const made = await mkdir(place, ...given);
    if (isTemporary) await fs.access(place, fs.constants.W_OK);
    return made;
  } catch (error) {
    throw isTemporary ? Object.assign(error, { code: 'EACCES' }) : error;
  }
};
const { filter, options } = parseCLI(['vitest', 'run', ...process.argv.slice(2)]);
const hints = path.join(tmpdir(), `vitest-${process.pid}.jsonl`);
const reporter = new Reporter(hints, order.rounds);
const files = order.files.map((file) => path.join(root, file));
const { ids, used, without, without_files } = order;
const given = { ids, used, without, without_files, hints, root: order.root, round: 0 };
const began = Date.now();

// Further rounds of the same tests. Each begins with new processes and new private folders; a seed of vitest's own is new,
// too. What a global setup leaves in this process would be a part of all rounds: then there is only one.
const repeat = async (vitest) => {
  const projects = new Set([vitest.getRootProject(), ...vitest.projects]);
  for (const { config } of projects) if ([config.globalSetup ?? []].flat().length) return;
  for (let round = 1; round < order.rounds && reporter.isComplete; round++) {
    for (const project of projects) {
      const { TMPDIR, HOME } = process.env;
      project.provide('testfix', { ...given, round, replaced: { TMPDIR, HOME } });
      if (project.config.sequence.seed >= began) project.config.sequence.seed = Date.now();
    }
    await vitest.runTestSpecifications(reporter.specifications, true);
  }
};
reporter.onInit = (vitest) => {
  const { close } = vitest;
  vitest.close = async () => {
    vitest.close = close;
    try {
      await repeat(vitest);
    } finally {
      await close.call(vitest);
    }
  };
};
const vitest = await startVitest(
  'test',
  files.length ? files : filter,
  {
    ...options,
    run: true,
    watch: false,
    update: false,
    allowOnly: true,
    bail: 0,
    cache: false,
    coverage: { enabled: false },
    pool: 'forks',
    fileParallelism: false,
    passWithNoTests: true,
    reporters: [reporter],
    runner: fileURLToPath(new URL('./runner.mjs', import.meta.url)),
    testTimeout: order.test_ms,
    provide: { testfix: given },
  },
  {},
);
await vitest?.close();
process.exit(process.exitCode ?? 0);
