// node THIS ARGUMENTS...: the project's own vitest and configuration, with a reporter and a runner of ours. The tests run in
// processes of their own, which do not have our channel.
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import './temporary_folders.mjs';

const require = createRequire(import.meta.url);
const { order, root } = { order: require('../javascript/channel.cjs').order, root: process.cwd() };
const { parseCLI, startVitest } = await import(pathToFileURL(path.join(order.package, 'dist/node.js')).href);
const { default: Reporter } = await import('./reporter.mjs');
const { forTasks } = await import('./tasks_as_tests.mjs');
const reportsTasks = require(path.join(order.package, 'package.json')).version.match(/^[12]\./) !== null;

const { filter, options } = parseCLI(['vitest', 'run', ...process.argv.slice(2)]);
const hints = path.join(tmpdir(), `vitest-${process.pid}.jsonl`);
const reporter = new Reporter(hints, order.rounds);
const files = order.files.map((file) => path.join(root, file));
const { ids, sequence, state, used, without, without_files } = order;
const given = { ids, sequence, state, used, without, without_files, hints, root: order.root, round: 0, inSeveral: reporter.inSeveral };
const began = Date.now();
const runner = fileURLToPath(new URL('./runner.mjs', import.meta.url));

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
// A project of a workspace does not take the runner over from the command line, and Vite reads no file outside of its root.
const setRunner = (vitest) => {
  for (const project of vitest.projects ?? []) {
    project.config.runner = runner;
    if (project.config.typecheck) project.config.typecheck.enabled = false; // nothing of these tests runs
    (project.vite ?? project.server).config.server.fs.allow.push(path.dirname(path.dirname(runner)));
  }
};
reporter.onInit = (vitest) => {
  // before version 3 there is no option for this
  setRunner(vitest);
  if (reportsTasks) return vitest.getCoreWorkspaceProject().provide('testfix', given);
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
    typecheck: { enabled: false },
    pool: 'forks',
    fileParallelism: false,
    passWithNoTests: true,
    reporters: [reportsTasks ? forTasks(reporter) : reporter],
    runner,
    testTimeout: order.test_ms,
    provide: { testfix: given },
  },
  {},
).catch((error) => {
  // one of the configuration, of which vitest names the file alone; all frames would leave no room for what it says
  console.error(String(error?.stack ?? error).split('\n').slice(0, 4).join('\n'));
  process.exit(1);
});
await vitest?.close();
process.exit(process.exitCode ?? 0);
