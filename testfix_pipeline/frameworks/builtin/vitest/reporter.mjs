// In vitest's own process, which has the channel: what the processes of the tests say, compared with what our runner there
// has seen. What runs is read from a file of hints: a test that never ends, or that kills its process, keeps vitest from
// saying more, and where an answer to a killed process is under way vitest itself ends.
import { closeSync, openSync, readSync } from 'node:fs';
import { createRequire } from 'node:module';
import { StringDecoder } from 'node:string_decoder';

const require = createRequire(import.meta.url);
const { order, say, describeError, relative, numbering, isWanted, keyOf } = require('../javascript/channel.cjs');
const { guardAll } = require('../javascript/faults.cjs');
const HINTS_EVERY_MS = 50;
const TIMED_OUT = /^(Test|Hook) timed out in /;

const titlesOf = (entity) => {
  const titles = [];
  for (let at = entity; at && at.type !== 'module'; at = at.parent) titles.unshift(at.name);
  return titles;
};

const projectOf = (module) => module.project?.name ?? '';

const describe = (error) => {
  const described = describeError(error);
  if (error.stacks?.length) described.stack = error.stacks.map((s) => `    at ${s.method || '<anonymous>'} (${s.file}:${s.line}:${s.column})`).join('\n');
  if (TIMED_OUT.test(described.message)) described.type = 'NeverEnds';
  return described;
};

const tellFault = (fault) => say('fault', fault);

export default class Reporter {
  #hints;
  #from = 0;
  #rest = '';
  #decoder = new StringDecoder('utf8'); // a read may end within a character
  #ids = new Map(); // by vitest's own id
  #open = new Set(); // files that are being loaded
  #waiting = new Set(); // tests without a result
  #checked = new Map(); // by file: what its process found at its end
  #timer;
  #rounds; // how many are to come or under way
  #repeats;
  specifications; // what runs in each of them
  inSeveral = []; // the files that several projects run, whose names are then a part of ids
  isComplete = false; // whether the last one came to its end

  constructor(hints, rounds = 1) {
    this.#rounds = rounds;
    this.#repeats = rounds > 1;
    this.#hints = openSync(hints, 'a+');
    this.#timer = setInterval(() => this.readHints(), HINTS_EVERY_MS);
    this.#timer.unref();
    process.once('exit', () => this.#closeHints());
  }

  #closeHints() {
    if (this.#hints === undefined) return;
    this.readHints();
    clearInterval(this.#timer);
    closeSync(this.#hints);
    this.#hints = undefined;
  }

  readHints() {
    const buffer = Buffer.alloc(65536);
    for (let size; (size = readSync(this.#hints, buffer, 0, buffer.length, this.#from)) > 0; this.#from += size) {
      this.#rest += this.#decoder.write(buffer.subarray(0, size));
    }
    const lines = this.#rest.split('\n');
    this.#rest = lines.pop();
    for (const line of lines) this.#hint(line);
  }

  #hint(line) {
    let hint = {};
    try {
      hint = JSON.parse(line);
    } catch {
      return; // half a line: somebody else writes there, too
    }
    if (hint.fault) say('fault', hint.fault);
    if (hint.loading) {
      this.#open.add(hint.loading);
      say('loading', { file: hint.loading });
    }
    if (hint.checked) {
      const key = keyOf([hint.checked, hint.project]);
      if (this.#checked.has(key)) say('tampering', { kind: 'channel', what: 'a check was reported twice', file: hint.checked });
      this.#checked.set(key, hint);
    }
    if (hint.collected) {
      this.#open.delete(hint.collected);
      for (const id of hint.ids) this.#waiting.add(keyOf(id));
      say('collected', { file: hint.collected, ids: hint.ids });
    }
    if (hint.begin) say('begin', { id: hint.begin });
    if (hint.state) say('state', { found: hint.state });
  }

  onTestRunStart(specifications) {
    this.specifications = specifications;
    const files = (specifications ?? []).map((one) => one.moduleId && relative(one.moduleId)).filter(Boolean);
    this.inSeveral.splice(0, Infinity, ...new Set(files.filter((file, at) => files.indexOf(file) !== at)));
    this.isComplete = false;
    for (const known of [this.#ids, this.#open, this.#waiting, this.#checked]) known.clear();
  }

  onTestModuleCollected(module) {
    const file = relative(module.moduleId);
    const number = numbering();
    for (const test of module.children.allTests()) this.#ids.set(test.id, number(file, this.#titlesIn(module, test)));
  }

  #titlesIn(module, entity) {
    return this.inSeveral.includes(relative(module.moduleId)) ? [projectOf(module), ...titlesOf(entity)] : titlesOf(entity);
  }

  onTestModuleEnd(module) {
    this.readHints();
    const suites = [...module.children.allSuites()].filter((suite) => suite.errors().length);
    for (const suite of suites) this.#tellHook(suite, suite.errors());
    const failed = new Set(suites);
    for (const test of module.children.allTests()) this.#tell(test, failed);
  }

  #tellHook(entity, errors) {
    const module = entity.module ?? entity;
    const file = relative(module.moduleId);
    say('hook', { file, titles: this.#titlesIn(module, entity), hook: 'before or after all', error: describe(errors[0]) });
  }

  #tell(test, failedSuites) {
    const id = this.#ids.get(test.id);
    const { state, errors = [], note } = test.result();
    if (!id || !isWanted(id) || state === 'pending') return;
    this.#waiting.delete(keyOf(id));
    const seen = test.meta().testfix;
    const status = this.#statusOf(test, state, seen, failedSuites);
    if (state === 'passed' && seen !== 'returned' && !(test.options.fails && seen === 'threw')) {
      const what = seen === 'threw' ? 'threw and is reported as passed' : 'is reported as passed and was not seen to end';
      say('tampering', { kind: 'observation', what: `${id[1].join(' > ')} ${what}`, file: id[0] });
    }
    const error = errors.length ? describe(errors[0]) : note ? { type: '', message: note, stack: '' } : undefined;
    say('result', { id, status, ms: test.diagnostic()?.duration, error });
  }

  #statusOf(test, state, seen, failedSuites) {
    if (state === 'failed') return seen === 'threw' || seen === 'running' || test.options.fails ? 'failed' : 'error';
    if (state === 'passed') return 'passed';
    if (test.options.mode === 'todo') return 'todo';
    for (let at = test.parent; at; at = at.parent) if (failedSuites.has(at) && test.options.mode !== 'skip') return 'error';
    return 'skipped';
  }

  #check(module) {
    const file = relative(module.moduleId);
    const { silent = [], count = 0, replaced = [], focused } = this.#checked.get(keyOf([file, projectOf(module)])) ?? {};
    if (focused) say('collected', { file, ids: [], focused: true });
    const passed = [...module.children.allTests('passed')].length > 0;
    if (silent.length) say('tampering', { kind: 'canary', what: `${silent.join(', ')} did not fail`, file });
    if (passed && !count) say('tampering', { kind: 'canary', what: 'the assertions were not asked', file });
    if (replaced.length) say('tampering', { kind: 'identity', what: `${replaced.join(', ')} replaced`, file });
  }

  onTestRunEnd(modules, unhandled) {
    this.#rounds -= 1;
    this.#rounds > 0 ? this.readHints() : this.#closeHints();
    for (const module of modules) this.#tellModule(module);
    for (const module of modules) this.#check(module);
    const canaries = [...this.#checked.values()].reduce((sum, { count }) => sum + count, 0);
    for (const error of unhandled) this.#tellUnhandled(error);
    // A process of tests that was killed leaves these; then this run is not at its end.
    this.isComplete = !this.#waiting.size && !this.#open.size;
    if (this.isComplete) say('end', { canaries });
    if (this.#repeats) say('round', {});
  }

  #tellModule(module) {
    const file = relative(module.moduleId);
    const errors = module.errors();
    if (!errors.length || order.without_files.includes(file)) return;
    if (module.children.size) return this.#tellHook(module, errors);
    this.#open.delete(file);
    say('file_error', { file, error: describe(errors[0]) });
  }

  #tellUnhandled(error) {
    say('hook', { file: error.VITEST_TEST_PATH ? relative(error.VITEST_TEST_PATH) : '.', titles: [], hook: 'code outside of tests', error: describe(error) });
  }
}
guardAll(Reporter.prototype, tellFault);
