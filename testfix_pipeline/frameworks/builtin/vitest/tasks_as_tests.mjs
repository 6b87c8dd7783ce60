// vitest 1 and 2 report tasks; version 3 reports tests, suites and modules. Here tasks answer as the latter do.
import { createRequire } from 'node:module';

const { isOutermost } = createRequire(import.meta.url)('./tasks.cjs');
const STATES = { pass: 'passed', fail: 'failed', skip: 'skipped', todo: 'skipped' };
const known = new WeakMap();

const entityOf = (task) => {
  if (!known.has(task)) known.set(task, new Entity(task));
  return known.get(task);
};
const isModule = (task) => 'filepath' in task;
const isSuite = (task) => task.type === 'suite';

class Children {
  constructor(task) {
    this.task = task;
  }

  get size() {
    return this.task.tasks.length;
  }

  *#below(task) {
    for (const child of task.tasks) {
      yield child;
      if (isSuite(child)) yield* this.#below(child);
    }
  }

  *allTests(state) {
    for (const task of this.#below(this.task)) {
      if (!isSuite(task) && (!state || entityOf(task).result().state === state)) yield entityOf(task);
    }
  }

  *allSuites() {
    for (const task of this.#below(this.task)) if (isSuite(task)) yield entityOf(task);
  }
}

class Entity {
  constructor(task) {
    this.task = task;
    this.id = task.id;
    this.name = task.name;
    this.mode = task.mode; // when it was collected: one that a hook keeps from running is skipped later
    this.type = isModule(task) ? 'module' : isSuite(task) ? 'suite' : 'test';
    this.moduleId = task.filepath ?? task.file?.filepath;
    if (task.tasks) this.children = new Children(task);
  }

  // Version 1 has a suite around all tests of a file, version 2 none.
  get parent() {
    const { suite, file } = this.task;
    if (isModule(this.task)) return undefined;
    return entityOf(suite && !isOutermost(suite) ? suite : file);
  }

  get module() {
    let at = this;
    while (at.type !== 'module') at = at.parent;
    return at;
  }

  get options() {
    return { mode: this.mode, fails: this.task.fails };
  }

  // What a failed suite kept from running has no result of its own.
  result() {
    const { result, mode } = this.task;
    const state = STATES[result?.state ?? mode];
    if (state) return { state, errors: result?.errors };
    for (let at = this.parent; at; at = at.parent) if (at.task.result?.state === 'fail' && at.errors().length) return { state: 'skipped' };
    return { state: 'pending' };
  }

  errors() {
    return this.task.result?.errors ?? [];
  }

  meta() {
    return this.task.meta;
  }

  diagnostic() {
    return { duration: this.task.result?.duration };
  }
}

/** What vitest 1 and 2 tell a reporter, handed on to one for version 3. */
export const forTasks = (reporter) => {
  let state;
  const ended = new Set();
  return {
    onInit: (vitest) => {
      ({ state } = vitest);
      reporter.onInit?.(vitest);
    },
    onPathsCollected: (paths) => reporter.onTestRunStart(paths),
    onCollected: (files = []) => {
      for (const file of files) reporter.onTestModuleCollected(entityOf(state.idMap.get(file.id) ?? file));
    },
    onTaskUpdate: (packs) => {
      for (const [id, result] of packs) {
        const task = state.idMap.get(id);
        if (!task || !isModule(task) || !task.tasks.length || !STATES[result?.state] || ended.has(task)) continue;
        ended.add(task);
        reporter.onTestModuleEnd(entityOf(task));
      }
    },
    onFinished: (files = [], errors = []) => {
      const modules = files.map((file) => entityOf(state.idMap.get(file.id) ?? file));
      for (const module of modules) if (module.children.size && !ended.has(module.task)) reporter.onTestModuleEnd(module);
      reporter.onTestRunEnd(modules, errors);
    },
  };
};
