// A thread that ends what computes for too long in the main one: it sends SIGINT, which vm.Script turns into an error there.
import { workerData } from 'node:worker_threads';

const POLL_MS = 15;
const AGAIN_MS = 100; // node swallows the signal where it comes while node notes that a promise was rejected
/** How many times as long as it may compute something may take, where others keep the processors busy. */
const BUSY = 6;

/** When what runs now should have ended, 0 where nothing runs; and the milliseconds that it may compute. */
const [UNTIL, LIMIT] = [0, 1];
const watched = new Float64Array(workerData);
const sleeping = new Int32Array(new SharedArrayBuffer(4));

const computed = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

let known = 0; // what runs now, by when it should have ended
let before = 0; // what the process had computed when that was first seen
for (;;) {
  const until = watched[UNTIL];
  const limit = watched[LIMIT];
  if (until && until !== known) before = computed();
  known = until;
  const left = until ? until - performance.timeOrigin - performance.now() : POLL_MS;
  const isOver = left <= 0 && (computed() - before >= limit || left <= (1 - BUSY) * limit);
  if (isOver) process.kill(process.pid, 'SIGINT');
  Atomics.wait(sleeping, 0, 0, isOver ? AGAIN_MS : left > 0 ? Math.min(POLL_MS, left) : 1);
}
