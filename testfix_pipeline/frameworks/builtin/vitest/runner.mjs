// In the process of the tests: says at once what is loaded and run, keeps other tests out, observes whether each threw, and
// asks the assertions at the end of a file.
import { appendFileSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, inject } from 'vitest';
import { VitestTestRunner } from 'vitest/runners';
import { getFn, setFn } from 'vitest/suite';

const require = createRequire(import.meta.url);
const { numbering, makeFilter, pathFrom, testsBelow, titlesOf } = require('./tasks.cjs');
const { observe } = require('../javascript/observation.cjs');
const { sortTree, watchState } = require('../javascript/shared_state.cjs');
const assertions = require('../javascript/assertions.cjs');
const { guardAll } = require('../javascript/faults.cjs');
const { stringify } = JSON;
const GLOBALS = ['test', 'it', 'describe', 'expect', 'beforeAll', 'beforeEach', 'afterAll', 'afterEach'];

const hint = (what) => appendFileSync(inject('testfix').hints, `${stringify(what)}\n`);

export default class Runner extends VitestTestRunner {
  #kept = GLOBALS.filter((name) => globalThis[name]).map((name) => [name, globalThis[name]]);
  #watched = new WeakSet();
  #focused = new Set();
  #modes = new WeakMap(); // of each test when it was made
  #wanted = new Map(); // the ids of the tests that are to run, by vitest's own id
  #order = inject('testfix');
  #watch = watchState(this.#order.state, this.#order.root, (found) => hint({ state: found }));

  constructor(config) {
    super(config);
    const { round, replaced = {} } = this.#order;
    for (const [name, folder] of Object.entries(replaced)) if (process.env[name] === folder) process.env[name] = this.#newFolder(folder, round);
  }

  #newFolder(folder, round) {
    const made = path.join(folder, `round-${round}`);
    mkdirSync(made, { recursive: true });
    return made;
  }

  // `only` is taken back once it is known what runs, so that it shows here alone, or by what it left out at the top.
  extendTaskContext(context) {
    this.#modes.set(context.task, context.task.mode);
    return super.extendTaskContext(context);
  }

  #isFocused(file) {
    const leftOut = (task) => (task.suite === undefined || 'filepath' in task.suite) && task.mode === 'skip' && this.#modes.get(task) === 'run';
    return testsBelow(file).some((test) => this.#modes.get(test) === 'only' || leftOut(test));
  }

  importFile(file, source) {
    if (source !== 'collect') return super.importFile(file, source);
    const name = pathFrom(this.#order.root, file);
    if (this.#order.without_files.includes(name)) return undefined;
    hint({ loading: name });
    return super.importFile(file, source);
  }

  onCollected(files) {
    const isWanted = makeFilter(this.#order);
    for (const file of files) {
      const number = numbering();
      const name = pathFrom(this.#order.root, file.filepath);
      if (this.#isFocused(file)) this.#focused.add(name);
      const project = this.#order.inSeveral.includes(name) ? [this.config.name] : [];
      const tests = testsBelow(file).map((test) => [test, number(name, [...project, ...titlesOf(test)])]);
      const wanted = tests.filter(([, id]) => isWanted(id));
      for (const [test, id] of tests) if (!isWanted(id)) test.mode = 'skip';
      for (const [test, id] of wanted) this.#wanted.set(test.id, id);
      const ids = new Map(tests);
      sortTree(this.#order.sequence, file, ({ tasks }) => tasks && [tasks], (test) => [ids.get(test)]);
      if (tests.length) hint({ collected: name, ids: wanted.map(([, id]) => id) });
      else if (!file.result?.errors?.length && !this.#order.without_files.includes(name)) {
        file.result = { state: 'fail', errors: [{ name: 'Error', message: `No test suite found in file ${name}` }] }; // as vitest
      }
    }
    return super.onCollected?.(files);
  }

  onBeforeRunTask(test) {
    if (this.#wanted.has(test.id)) hint({ begin: this.#wanted.get(test.id) });
    this.#watch(this.#wanted.get(test.id), getFn(test));
    return super.onBeforeRunTask(test);
  }

  onBeforeTryTask(test, options) {
    test.meta.testfix = 'before';
    const fn = getFn(test);
    if (fn && !this.#watched.has(test)) {
      this.#watched.add(test);
      const observed = observe(fn, () => (test.meta.testfix = 'threw'), -1);
      setFn(test, (...args) => {
        test.meta.testfix = 'running';
        return observed(...args);
      });
    }
    return super.onBeforeTryTask(test, options);
  }

  // It throws where the number of assertions is not the one that the test has announced.
  onAfterTryTask(test, options) {
    const failed = test.result?.state === 'fail';
    try {
      super.onAfterTryTask(test, options);
    } catch (error) {
      test.meta.testfix = 'threw';
      throw error;
    }
    if (test.meta.testfix === 'running') test.meta.testfix = failed ? 'threw' : 'returned';
  }

  async onAfterRunFiles(files) {
    const { silent, count } = await assertions.checkAssertions({ expect, chains: true, used: this.#order.used });
    const replaced = this.#kept.filter(([name, value]) => globalThis[name] !== value).map(([name]) => name);
    replaced.push(...assertions.replacedFunctions());
    for (const file of files) {
      const name = pathFrom(this.#order.root, file.filepath);
      hint({ checked: name, project: this.config.name ?? '', silent, count, replaced, focused: this.#focused.has(name) });
    }
    return super.onAfterRunFiles?.(files);
  }
}
guardAll(Runner.prototype, (fault) => hint({ fault }));
