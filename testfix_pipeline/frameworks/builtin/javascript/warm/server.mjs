// node THIS: runs tests of a package again and again, with other texts of the project's files, all in this process.
// The order comes as the first line of standard input, each request as one more; answers go to the descriptor `fd`.
// What it says is a first opinion: nothing counts as repaired until the framework itself has said so.
import fs from 'node:fs';
import path from 'node:path';
import { makeModules } from './modules.mjs';
import { makeViteModules } from './vite_modules.mjs';
import { LINES, makeSuite } from './suite.mjs';
import { makeApi } from './api.mjs';
import { makeEnvironment } from './environment.mjs';
import { lead } from './redirect.mjs';
import { makeAnswers } from './answers.mjs';
import { makeComparison } from './calls.mjs';
import { guard, NeverEnds } from './guard.mjs';

const { writeSync, readSync } = fs;
const { stringify, parse } = JSON;

let unread = Buffer.alloc(0);
const chunk = Buffer.alloc(1 << 16);
/** The next line of standard input; undefined at its end. Nothing else happens meanwhile. */
const nextLine = () => {
  for (;;) {
    const end = unread.indexOf(10);
    if (end >= 0) {
      const line = unread.subarray(0, end).toString();
      unread = unread.subarray(end + 1);
      return line;
    }
    let count = 0;
    try {
      count = readSync(0, chunk);
    } catch (error) {
      if (error.code === 'EAGAIN') continue;
      if (error.code !== 'EOF') throw error;
    }
    if (count === 0) return undefined;
    unread = Buffer.concat([unread, chunk.subarray(0, count)]);
  }
};

const order = parse(nextLine());
const root = fs.realpathSync(order.root);
const say = (value) => {
  const bytes = Buffer.from(stringify(value) + '\n');
  for (let at = 0; at < bytes.length; ) at += writeSync(order.fd, bytes, at);
};

const suite = makeSuite(guard);
const api = await makeApi(order, root, suite);
const makeOwn = api.pipeline?.code ? makeViteModules : makeModules;
const modules = makeOwn({ root, builtins: api.modules, globals: api.globals, guard, suite, pipeline: api.pipeline });
const environment = makeEnvironment([order.package, root].filter(Boolean).map((folder) => path.join(folder, 'package.json')));
api.use?.(modules.mocks);
lead(api.modules);
guard.keep();

/** How many times as long things may take once more where the machine was busy with others. */
const BUSY = 6;

/** The outcomes of tests ([file, titles, number]) with other texts by absolute path, in the order of the files; and the seconds
    that loading each file took, where it could be loaded. */
const runTests = async (request, texts) => {
  const found = [];
  const loads = {};
  const files = [...new Set(request.tests.map(([file]) => file))];
  for (const file of files) {
    const wanted = new Set(request.tests.filter(([at]) => at === file).map(stringify));
    const limits = { test: request.test_ms, load: request.load_ms, endless: request.most_endless, lines: request.lines, timed: request.texts?.length === 1 };
    guard.wasStarved();
    let ran = await runFile(file, wanted, texts, limits);
    if (guard.wasStarved()) ran = await runFile(file, wanted, texts, { ...limits, test: BUSY * limits.test, load: BUSY * limits.load });
    for (const one of ran.outcomes) found.push(one);
    if (ran.loaded !== undefined) loads[file] = ran.loaded;
  }
  return { tests: found, loads };
};

/** Evaluates a test file, which declares its tests. Throws what the file throws. */
const loadFile = async (file, texts, ms, endless, timed) => {
  const place = path.join(root, file);
  suite.begin(file, endless, timed);
  try {
    const { setup = api.setup ?? [], environment: name, options, config } = (await modules.enter(place)) ?? {};
    await environment.prepare(name, options);
    environment.enter(name);
    modules.begin(texts, place);
    api.begin(config);
    await modules.compile?.([...setup, place]);
    for (const one of setup) {
      const exported = await guard.within(ms, () => modules.setUp(one, ms));
      await api.setUp?.(exported);
    }
    await guard.within(ms, () => modules.load(place, ms));
  } catch (error) {
    if (error instanceof NeverEnds) modules.forget?.();
    throw error;
  } finally {
    suite.loaded();
  }
};

const runFile = async (file, wanted, texts, limits) => {
  globalThis[LINES] = limits.lines ? new Set() : undefined;
  const began = performance.now();
  try {
    await loadFile(file, texts, limits.load, limits.endless, limits.timed);
  } catch (error) {
    return { outcomes: suite.allFailed(wanted, error) };
  }
  const loaded = (performance.now() - began) / 1000;
  try {
    return { outcomes: await suite.run(wanted, limits.test), loaded };
  } finally {
    api.end();
    globalThis[LINES] = undefined;
  }
};

const compared = makeComparison({ load: loadFile, run: runTests, guard, classes: modules.classes });
const answers = makeAnswers({ run: runTests, root: fs.realpathSync(order.tree ?? root), guard, say });

const answer = async (request) => {
  if (request.variants) return say(await compared(request).catch((error) => ({ calls: [], why: String(error?.message ?? error) })));
  if (request.added) return answers(request);
  await modules.prepare?.(request.texts);
  for (const [number, texts] of request.texts.entries()) {
    let found = { tests: [], loads: {} };
    let why = '';
    try {
      found = await runTests(request, texts);
    } catch (error) {
      why = String(error?.message ?? error).slice(0, 300);
    }
    guard.clear();
    const bytes = number === request.texts.length - 1 ? process.memoryUsage.rss() : 0; // which takes as long as a test
    say({ ...found, why, bytes });
  }
};

say({ ready: true });
for (let line = nextLine(); line !== undefined; line = nextLine()) await guard.alive(() => answer(parse(line)));
process.reallyExit(0);
