// A thread that ends what computes for too long in the main one: it sends SIGINT, which vm.Script turns into an error there.
import { workerData } from 'node:worker_threads';

const POLL_MS = 15;
/** Node swallows the signal where it comes while node notes that a promise was rejected: it is sent again, late at first,
    so that none comes when another has done its work, and then often. */
const [SECOND_MS, AGAIN_MS] = [100, 10];
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
let sent = 0; // signals to end what runs now
for (;;) {
  const until = watched[UNTIL];
  const limit = watched[LIMIT];
  if (until !== known) {
    if (until) before = computed();
    sent = 0;
  }
  known = until;
  const left = until ? until - performance.timeOrigin - performance.now() : POLL_MS;
  const isOver = left <= 0 && (computed() - before >= limit || left <= (1 - BUSY) * limit);
  if (isOver) process.kill(process.pid, 'SIGINT');
  const pause = isOver ? (sent++ ? AGAIN_MS : SECOND_MS) : left > 0 ? Math.min(POLL_MS, left) : 1;
  Atomics.wait(sleeping, 0, 0, pause);
}
