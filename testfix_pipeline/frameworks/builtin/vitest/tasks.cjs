'use strict';
// What the process of vitest and the processes of its tests have to see alike: the identities of tests.
const path = require('node:path');

const testsBelow = (task, found = []) => {
  for (const child of task.tasks) child.type === 'suite' ? testsBelow(child, found) : found.push(child);
  return found;
};

/** Whether a suite is the one that vitest 1 keeps the tests of a file in, which is no part of the file's tree. */
const isOutermost = (task) => task.name === '' && !task.suite && !('filepath' in task) && !task.file?.tasks.includes(task);

const titlesOf = (task) => {
  const titles = [];
  for (let at = task; at && at.type !== 'module' && !('filepath' in at); at = at.parent ?? at.suite) {
    if (!isOutermost(at)) titles.unshift(at.name);
  }
  return titles;
};

const pathFrom = (root, file) => path.relative(root, file).split(path.sep).join('/');

/** Numbers tests of equal titles in the order in which they are asked for. */
const numbering = () => {
  const seen = new Map();
  return (file, titles) => {
    const key = JSON.stringify([file, titles]);
    const number = seen.get(key) ?? 0;
    seen.set(key, number + 1);
    return [file, titles, number];
  };
};

/** Whether a test is to be run, by its id. */
const makeFilter = ({ ids, without }) => {
  const wanted = ids && new Set(ids.map((id) => JSON.stringify(id)));
  const unwanted = new Set(without.map((id) => JSON.stringify(id)));
  return (id) => (!wanted || wanted.has(JSON.stringify(id))) && !unwanted.has(JSON.stringify(id));
};

module.exports = { isOutermost, makeFilter, numbering, pathFrom, testsBelow, titlesOf };
