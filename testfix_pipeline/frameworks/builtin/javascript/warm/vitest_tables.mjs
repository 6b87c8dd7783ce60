// `each` and `for` of vitest: a test or group for each row of a table, with the titles that vitest gives them.
import { format as plainFormat, inspect } from 'node:util';

const listOf = (one) => (Array.isArray(one) ? one : [one]);
const at = (value, names) => names.split('.').reduce((found, name) => (found === undefined ? found : Object(found)[name]), value);

/** The rows of a table; of one in a template, which has its names in the first line, an object each. */
const rowsOf = (table, values) => {
  if (!Array.isArray(table) || !('raw' in table)) return [...table];
  const names = table[0].trim().split(/\s*\|\s*/);
  const rows = [];
  for (let start = 0; start + names.length <= values.length; start += names.length)
    rows.push(Object.fromEntries(names.map((name, i) => [name, values[start + i]])));
  return rows;
};

/** utils: what `@vitest/utils` exports; given: makes the context of a test. */
export const tablesOf = ({ format = plainFormat, objDisplay = inspect }, given) => {
  const titleOf = (title, row, index) => {
    const values = listOf(row);
    const [first] = values;
    const hasNames = first !== null && typeof first === 'object';
    const numbered = title.replace(/%[%#$]/g, (one) => (one === '%%' ? one : String(one === '%#' ? index : index + 1)));
    const filled = format(numbered, ...values.slice(0, numbered.split('%').length - 1));
    return filled.replace(/\$([$\w.]+)/g, (whole, names) => {
      const isNumber = /^\d+$/.test(names);
      if (!hasNames && !isNumber) return whole;
      const byNumber = isNumber ? at(values, names) : undefined;
      return objDisplay(hasNames ? (at(first, names) ?? byNumber) : byNumber, {});
    });
  };
  const nameOf = (title) => (typeof title === 'function' ? title.name : String(title));
  const forRows = (make, rows, argumentsOf) => (title, ...rest) => {
    const fn = rest.find((one) => typeof one === 'function');
    rows.forEach((row, index) => make(titleOf(nameOf(title), row, index), () => fn(...argumentsOf(row))));
  };
  return {
    each: (make) => (table, ...values) => {
      const rows = rowsOf(table, values);
      return forRows(make, rows, rows.every(Array.isArray) ? (row) => row : (row) => [row]);
    },
    for: (make, isTest) => (table) => forRows(make, [...table], (row) => (isTest ? [row, given()] : [row])),
  };
};
