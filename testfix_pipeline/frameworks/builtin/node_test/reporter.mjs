// What node says of its tests, each compared with what we have seen of it ourselves.
import { createRequire } from 'node:module';

const { say, describeError, numbering, isWanted, keyOf, observed, finish, guard, tops, tellDeclared } =
  createRequire(import.meta.url)('testfix:node-test-reporter');

// What kept a test from running, rather than its own function, makes it an error.
const AROUND = new Set(['hookFailed', 'cancelledByParent', 'parentAlreadyFinished']);
// A suite that failed because its tests did; any other failure is that of a hook, or of its own function.
const OF_ITS_TESTS = new Set(['subtestsFailed', 'cancelledByParent']);

const pathOf = (stack, { nesting, name }) => [...stack.slice(0, nesting), name];

const statusOf = (type, data) => {
  if (data.skip !== undefined) return 'skipped';
  if (data.todo !== undefined) return 'todo';
  if (type === 'test:pass') return 'passed';
  return AROUND.has(data.details?.error?.failureType) ? 'error' : 'failed';
};

const errorOf = (error) => {
  if (!error) return undefined;
  const cause = error.cause ?? error;
  const described = describeError(cause);
  if (typeof cause === 'object') return described;
  return { type: error.failureType === 'testTimeoutFailure' ? 'NeverEnds' : 'Error', message: described.message, stack: '' };
};

const tellResult = (id, type, data) => {
  tellDeclared();
  const status = statusOf(type, data);
  const seen = observed.get(keyOf(id));
  if (status === 'passed' && seen === 'threw')
    say('tampering', { kind: 'observation', what: `${id[1].join(' > ')} threw and is reported as passed`, file: id[0] });
  if (status === 'passed' && seen === undefined)
    say('tampering', { kind: 'observation', what: `${id[1].join(' > ')} is reported as passed and never ran`, file: id[0] });
  say('result', { id, status, ms: data.details?.duration_ms, error: errorOf(data.details?.error) });
};

const ending = numbering();
const started = [];
let file = tops[0];
let topsStarted = 0;

const hear = guard('report', async ({ type, data }) => {
  if (type === 'test:start') {
    if (data.nesting === 0) file = tops[topsStarted++];
    started.length = data.nesting;
    started[data.nesting] = data.name;
  } else if (type === 'test:pass' || type === 'test:fail') {
    const titles = pathOf(started, data);
    if (data.details?.type === 'suite') {
      const why = type === 'test:fail' && data.details.error?.failureType;
      if (why && !OF_ITS_TESTS.has(why)) say('hook', { file, titles, hook: why, error: errorOf(data.details.error) });
      return;
    }
    const id = ending(file, titles);
    if (!isWanted(id)) return;
    tellResult(id, type, data);
  } else if (type === 'test:diagnostic' && data.nesting === 0 && data.message.startsWith('tests ')) await finish();
});

export default async function* report(source) {
  for await (const event of source) await hear(event);
}
