// Put into a test that observes: calls functions, and writes what they give as source text.
const testfixText = (text, quote) =>
  quote === "'" && !/['\\\u2028\u2029\u0000-\u001f\ud800-\udfff]/u.test(text) ? `'${text}'` : JSON.stringify(text);

function testfixLiteral(value, quote, depth, seen) {
  if (depth > 6) throw new Error('too deep');
  if (value === null || value === undefined || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return testfixText(value, quote);
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value !== 'object' || seen.includes(value)) throw new Error('no literal');
  const inner = (one) => testfixLiteral(one, quote, depth + 1, [...seen, value]);
  if (Array.isArray(value)) {
    if (Object.keys(value).length !== value.length) throw new Error('no literal');
    return `[${value.map(inner).join(', ')}]`;
  }
  const kind = Object.prototype.toString.call(value);
  if (kind === '[object Date]' && !Number.isNaN(+value)) return `new Date(${+value})`;
  if (kind === '[object Map]') return `new Map([${[...value].map(inner).join(', ')}])`;
  if (kind === '[object Set]') return `new Set([${[...value].map(inner).join(', ')}])`;
  const above = Object.getPrototypeOf(value);
  if (above === null || Object.getPrototypeOf(above) !== null || '__proto__' in Object.getOwnPropertyDescriptors(value)) {
    throw new Error('no literal');
  }
  const parts = Reflect.ownKeys(value).map((key) => {
    if (typeof key === 'symbol' || !('value' in Object.getOwnPropertyDescriptor(value, key))) throw new Error('no literal');
    return `${/^[A-Za-z_$][\w$]*$/.test(key) ? key : testfixText(key, quote)}: ${inner(value[key])}`;
  });
  return parts.length ? `{ ${parts.join(', ')} }` : '{}';
}

async function testfixObserve(calls, quote) {
  const found = [];
  for (const call of calls) {
    let promised = false;
    let one = null;
    try {
      let value = call();
      if (value && typeof value.then === 'function') {
        promised = true;
        let timer;
        const late = new Promise((resolve, reject) => { timer = setTimeout(() => reject(late), 500); });
        try { value = await Promise.race([value, late]); } finally { clearTimeout(timer); }
      }
      const text = testfixLiteral(value, quote, 0, []);
      if (text.length <= 400) {
        one = { value: text, is_plain: value === null || typeof value !== 'object', is_promised: promised };
      }
    } catch (error) {
      if (error && typeof error.message === 'string' && typeof error.name === 'string' && !/^(no literal|too deep)$/.test(error.message)) {
        one = { error: error.name, message: error.message, is_promised: promised };
      }
    }
    found.push(one);
  }
  return found;
}
