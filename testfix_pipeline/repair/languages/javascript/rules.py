"""The rewrite rules of JavaScript, by what they are about; `read_rules` says how they are written."""

import functools
from collections.abc import Mapping, Sequence

from testfix_pipeline.repair.languages.javascript.rewriting import RewriteRule, by_type, read_rules

QUESTIONS = r"""
equality.by-value; $A: READ; $B: READ; each OP: === !== == !=
  $A OP $B → $A.getTime() OP $B.getTime() ¦ String($A) OP String($B) ¦ Number($A) OP Number($B)
      ¦ $A.toLowerCase() OP $B.toLowerCase() ¦ $A.trim() OP $B.trim() ¦ JSON.stringify($A) OP JSON.stringify($B)
      x = a OP b.c; → x = a.getTime() OP b.c.getTime();
      x = a OP b; → x = String(a) OP String(b);
equality.by-value; $A: READ; $B: READ; each OP: === ==
  $A OP $B → Object.is($A, $B)
equality.by-value; $A: READ; $B: READ; each OP: !== !=
  $A OP $B → !Object.is($A, $B)
equality.assigned; in: parenthesized_expression
  $A = $B → $A === $B
      if (a = b) f(); → if (a === b) f();
range.lower-end; $A: NAMED binary_expression; each OP: < <=
  $A OP $B → $A >= 0 && $A OP $B ¦ $A > 0 && $A OP $B
      x = i OP n; → x = i >= 0 && i OP n;
range.outside; $A: NAMED binary_expression; each OP: > >=
  $A OP $B → $A < 0 || $A OP $B ¦ $A <= 0 || $A OP $B
      if (i OP n) f(); → if (i < 0 || i OP n) f();
key.own
  $K in $O → Object.hasOwn($O, $K) ¦ $O[$K] !== undefined ¦ $O.includes($K) ¦ $O.has($K)
      if (k in o) f(); → if (Object.hasOwn(o, k)) f();
key.own; in: binary_expression parenthesized_expression ternary_expression unary_expression
  $O[$K] → Object.hasOwn($O, $K) ¦ $K in $O
      if (!o[k]) f(); → if (!Object.hasOwn(o, k)) f();
      if (o[k]) f(); → if (k in o) f();
  $M.get($K) → $M.has($K)
      if (!m.get(k)) f(); → if (!m.has(k)) f();
key.own; $O: PATH; $K: PATH; in: binary_expression return_statement variable_declarator
  $O[$K] → (Object.hasOwn($O, $K) ? $O[$K] : undefined)
      return o[k]; → return Object.hasOwn(o, k) ? o[k] : undefined;
type.object
  typeof $X === 'object' → typeof $X === 'object' && $X !== null
      ¦ $X !== null && typeof $X === 'object' && !Array.isArray($X)
      if (typeof x === 'object') f(); → if (typeof x === 'object' && x !== null) f();
  typeof $X !== 'object' → typeof $X !== 'object' || $X === null
      ¦ $X === null || typeof $X !== 'object' || Array.isArray($X)
      if (typeof x !== 'object') f(); → if (typeof x !== 'object' || x === null) f();
type.number
  typeof $X === 'number' → Number.isFinite($X) ¦ Number.isInteger($X) ¦ typeof $X === 'number' && !Number.isNaN($X)
      if (typeof x === 'number') f(); → if (Number.isFinite(x)) f();
  typeof $X !== 'number' → !Number.isFinite($X) ¦ !Number.isInteger($X) ¦ typeof $X !== 'number' || Number.isNaN($X)
      if (typeof x !== 'number') f(); → if (!Number.isFinite(x)) f();
type.array
  $X instanceof Array → Array.isArray($X)
      a = x instanceof Array; → a = Array.isArray(x);
  typeof $X === 'array' → Array.isArray($X)
      a = typeof x === 'array'; → a = Array.isArray(x);
presence.nan; $A: READ; in: VALUE arrow_function; each OP: || ??
  $A OP $B → Number.isNaN($A) ? $B : $A
      return a OP b; → return Number.isNaN(a) ? b : a;
type.nan
  isNaN($X) → Number.isNaN($X)
      a = isNaN(x); → a = Number.isNaN(x);
  Number.isNaN($X) → !Number.isFinite($X) ¦ isNaN($X)
      a = Number.isNaN(x); → a = !Number.isFinite(x);
text.without-case
  $X.includes($Y) → $X.toLowerCase().includes($Y.toLowerCase()) ¦ $X.split(' ').includes($Y)
      a = x.includes(y); → a = x.toLowerCase().includes(y.toLowerCase());
  $X.startsWith($Y) → $X.toLowerCase().startsWith($Y.toLowerCase()) ¦ $X === $Y || $X.startsWith(`${$Y}/`)
      a = x.startsWith(y); → a = x.toLowerCase().startsWith(y.toLowerCase());
elements.every-asked
  $X.every($F) → $X.length > 0 && $X.every($F)
      a = x.every(f); → a = x.length > 0 && x.every(f);
"""
"""What is asked: types, keys, equality, ranges."""
CONTAINERS = r"""
key.first-kept; in: expression_statement
  $M.set($K, $V) → $M.has($K) || $M.set($K, $V) ¦ $M.delete($K), $M.set($K, $V)
      m.set(k, v); → m.has(k) || m.set(k, v);
      m.set(k, v); → m.delete(k), m.set(k, v);
key.gathered; $V: READ binary_expression number
  $M.set($K, $V) → $M.set($K, ($M.get($K) ?? 0) + $V) ¦ $M.set($K, [...($M.get($K) ?? []), $V])
      m.set(k, v); → m.set(k, (m.get(k) ?? 0) + v);
      m.set(k, v.a); → m.set(k, [...(m.get(k) ?? []), v.a]);
key.gathered
  $M.set($K, [$V]) → $M.set($K, [...($M.get($K) ?? []), $V])
      m.set(k, [v]); → m.set(k, [...(m.get(k) ?? []), v]);
key.gathered; $V: READ; in: expression_statement
  $M.set($K, $V) → $M.get($K).add($V) ¦ $M.get($K).push($V)
      m.set(k, v); → m.get(k).add(v);
key.gathered; $V: READ number
  $O[$K] = $V → $O[$K] = ($O[$K] ?? 0) + $V ¦ ($O[$K] ??= []).push($V)
      o[k] = v; → o[k] = (o[k] ?? 0) + v;
      o[k] = v; → (o[k] ??= []).push(v);
key.extreme; $V: READ binary_expression
  $O[$K] = $V → $O[$K] = Math.max($O[$K] ?? 0, $V) ¦ $O[$K] = Math.min($O[$K] ?? Infinity, $V)
      o[k] = v; → o[k] = Math.max(o[k] ?? 0, v);
  $M.set($K, $V) → $M.set($K, Math.max($M.get($K) ?? 0, $V)) ¦ $M.set($K, Math.min($M.get($K) ?? Infinity, $V))
      m.set(k, v); → m.set(k, Math.max(m.get(k) ?? 0, v));
key.of-map; $O: PATH; $K: READ; in: arguments binary_expression return_statement spread_element variable_declarator
  $O[$K] → $O.get($K)
      return o[k]; → return o.get(k);
key.of-map; in: expression_statement
  $O[$K] = $V → $O.set($K, $V)
      o[k] = v; → o.set(k, v);
  $M.set($K, $V) → $M[$K] = $V
      m.set(k, v); → m[k] = v;
key.of-map
  $M.get($K) → $M[$K]
      x = m.get(k); → x = m[k];
key.whole; $X: identifier; in: arguments variable_declarator
  $X[0] → JSON.stringify($X) ¦ $X.join()
      const key = xs[0]; → const key = JSON.stringify(xs);
key.gathered
  $O[$K] = [$V] → ($O[$K] ??= []).push($V)
      o[k] = [v]; → (o[k] ??= []).push(v);
key.missing-counted
  $O[$K] += $V → $O[$K] = ($O[$K] ?? 0) + $V ¦ $O[$K] = ($O[$K] ?? '') + $V
      o[k] += v; → o[k] = (o[k] ?? 0) + v;
  $O[$K]++ → $O[$K] = ($O[$K] ?? 0) + 1
      o[k]++; → o[k] = (o[k] ?? 0) + 1;
  $O[$K].push($V) → ($O[$K] ??= []).push($V)
      o[k].push(v); → (o[k] ??= []).push(v);
  $M.get($K) + $V → ($M.get($K) ?? 0) + $V
      m.set(k, m.get(k) + 1); → m.set(k, (m.get(k) ?? 0) + 1);
elements.once; in: expression_statement
  $X.push($Y) → $X.includes($Y) || $X.push($Y)
      x.push(y); → x.includes(y) || x.push(y);
elements.once; $X: READ; in: arguments pair return_statement spread_element variable_declarator
  $X → [...new Set($X)]
      return xs.map(f); → return [...new Set(xs.map(f))];
elements.once; $X: READ; in: for_in_statement
  $X → new Set($X)
      for (const y of xs) f(y); → for (const y of new Set(xs)) f(y);
elements.once; $Y: NAMED
  $X.includes($Y) → $X.some((each) => each.id === $Y.id) ¦ $X.some((each) => each.id === $Y)
      ¦ $X.some((each) => each.name === $Y.name) ¦ $X.some((each) => each.name === $Y)
      ¦ $X.some((each) => each.key === $Y.key) ¦ $X.some((each) => each.key === $Y)
      a = x.includes(y); → a = x.some((each) => each.id === y.id);
elements.changed-copy; $X: identifier; in: expression_statement
  $X.push($Y) → $X = [...$X, $Y]
      xs.push(y); → xs = [...xs, y];
elements.inner-copy
  [...$X] → $X.map((each) => ({ ...each })) ¦ $X.map((each) => [...each]) ¦ structuredClone($X)
      y = [...xs]; → y = xs.map((each) => ({ ...each }));
  { ...$X } → structuredClone($X)
      y = { ...x }; → y = structuredClone(x);
elements.inner-copy; $X: NAMED; in: VALUE
  $X → $X.map((each) => ({ ...each })) ¦ $X.map((each) => [...each]) ¦ new Map($X) ¦ new Set($X) ¦ new Date($X)
      return this.xs; → return this.xs.map((each) => ({ ...each }));
object.changed-copy; $O: identifier; in: expression_statement
  $O.$P = $V → $O = { ...$O, $P: $V }
      s.n = 1; → s = { ...s, n: 1 };
  $O.$P += $V → $O = { ...$O, $P: $O.$P + $V }
      s.n += 1; → s = { ...s, n: s.n + 1 };
  $O.$P.push($V) → $O = { ...$O, $P: [...$O.$P, $V] }
      s.n.push(v); → s = { ...s, n: [...s.n, v] };
object.merged-new
  Object.assign($A, $$$B) → Object.assign({}, $A, $$$B)
      x = Object.assign(a, b, c); → x = Object.assign({}, a, b, c);
object.merged-default; $A: NAMED; $B: NAMED; in: VALUE arguments; each OP: ?? ||
  $A OP $B → { ...$B, ...$A } ¦ [...$B, ...$A]
      x = a OP b; → x = { ...b, ...a };
object.bare; in: assignment_expression field_definition public_field_definition variable_declarator
  {} → Object.create(null) ¦ new Map()
      const o = {}; → const o = Object.create(null);
elements.of-object
  $X.length → Object.keys($X).length ¦ [...$X].length ¦ new Set($X).size
      n = o.length; → n = Object.keys(o).length;
elements.of-object; $X: NAMED
  for (const $K of $X) $S → for (const $K of Object.keys($X)) $S ¦ for (const $K of Object.entries($X)) $S
      for (const [k, v] of o) f(k); → for (const [k, v] of Object.entries(o)) f(k);
elements.own-keys
  for (const $K in $X) $S → for (const $K of Object.keys($X)) $S ¦ for (const $K of $X) $S
      for (const k in o) f(k); → for (const k of Object.keys(o)) f(k);
elements.there
  $X.filter(Boolean) → $X.filter((each) => each != null) ¦ $X.filter((each) => each !== null)
      ¦ $X.filter((each) => each !== undefined) ¦ $X.filter((each) => each !== '')
      y = x.filter(Boolean); → y = x.filter((each) => each != null);
elements.at-found
  $X.splice($I, $N, $$$V) → $X.splice($I === -1 ? $X.length : $I, $N, $$$V)
      x.splice(i, 0, v); → x.splice(i === -1 ? x.length : i, 0, v);
elements.at-found; $I: identifier
  $X.slice($A, $I) → $X.slice($A, $I === -1 ? $X.length : $I)
      y = x.slice(0, i); → y = x.slice(0, i === -1 ? x.length : i);
elements.median; $M: call_expression identifier; in: return_statement
  $X[$M] → $X.length % 2 === 0 ? ($X[$M - 1] + $X[$M]) / 2 : $X[$M]
      return xs[m]; → return xs.length % 2 === 0 ? (xs[m - 1] + xs[m]) / 2 : xs[m];
elements.from-end
  $X.slice(-$N) → $X.slice(Math.max(0, $X.length - $N)) ¦ ($N > 0 ? $X.slice(-$N) : []) ¦ $X.slice(0, -$N)
      ¦ $X.slice(0, $N)
      y = x.slice(-n); → y = x.slice(Math.max(0, x.length - n));
  $X.slice(0, $N) → $X.slice(-$N) ¦ $X.slice($N)
      y = x.slice(0, n); → y = x.slice(-n);
elements.each-given; $X: READ; each END: max min
  Math.END($X) → Math.END(...$X)
      n = Math.END(xs); → n = Math.END(...xs);
elements.each-given; $Y: READ
  $X.push($Y) → $X.push(...$Y)
      xs.push(ys); → xs.push(...ys);
elements.each-given
  $X.push(...$Y) → $X.push($Y)
      xs.push(...ys); → xs.push(ys);
elements.stepped-back; $I: identifier
  $X.splice($I, 1) → $X.splice($I--, 1)
      xs.splice(i, 1); → xs.splice(i--, 1);
elements.pair-read
  $X.map(($A, $B) => $C) → $X.map(([$A, $B]) => $C)
      ys = xs.map((a, b) => f(b)); → ys = xs.map(([a, b]) => f(b));
elements.count
  $X.slice($A, $B) → $X.slice($A, $A + $B) ¦ $X.slice($A, $X.length - $B) ¦ $X.slice($B, $A)
      y = x.slice(a, b); → y = x.slice(a, a + b);
  $X.splice($A, $B) → $X.splice($A, $B - $A) ¦ $X.splice($A, 1)
      x.splice(a, b); → x.splice(a, b - a);
  $X.splice($I) → $X.splice($I, 1)
      x.splice(i); → x.splice(i, 1);
elements.around; $I: PATH binary_expression unary_expression
    ; in: arguments binary_expression member_expression return_statement variable_declarator
  $X[$I] → $X[$I % $X.length] ¦ $X[($I + $X.length) % $X.length] ¦ $X.at($I)
      f(x[i + 1]); → f(x[(i + 1) % x.length]);
      f(x[i - 1]); → f(x[((i - 1) + x.length) % x.length]);
elements.each-argument; $F: PATH
  $X.map($F) → $X.map((each) => $F(each))
      y = x.map(parseInt); → y = x.map((each) => parseInt(each));
elements.flattened
  $X.map($F) → $X.flatMap($F) ¦ $X.map($F).filter(Boolean) ¦ $X.filter(Boolean).map($F) ¦ $X.map($F).flat()
      y = x.map(f); → y = x.filter(Boolean).map(f);
  $X.flat() → $X.flat(Infinity)
      y = x.flat(); → y = x.flat(Infinity);
elements.joined
  $X.concat($Y) → [...$X, ...$Y] ¦ [...$X, $Y] ¦ $Y.concat($X)
      z = x.concat(y); → z = [...x, y];
elements.last-found
  $X.find($F) → [...$X].reverse().find($F) ¦ $X.filter($F)
      y = x.find(f); → y = [...x].reverse().find(f);
elements.ordered; $X: NAMED; in: for_in_statement pair return_statement variable_declarator
  $X → [...$X].reverse() ¦ [...$X].sort() ¦ [...$X].sort((a, b) => a - b) ¦ Object.entries($X) ¦ Object.values($X)
      for (const y of xs) f(y); → for (const y of [...xs].reverse()) f(y);
elements.array; $X: PATH; in: for_in_statement return_statement variable_declarator
  $X → Array.isArray($X) ? $X : [$X] ¦ [$X].flat() ¦ [$X] ¦ Array.from($X)
      const y = x; → const y = Array.isArray(x) ? x : [x];
elements.initial
  $X.reduce($F) → $X.reduce($F, 0) ¦ $X.reduce($F, '') ¦ $X.reduce($F, []) ¦ $X.reduce($F, {}) ¦ $X.reduce($F, 1)
      ¦ $X.reduce($F, null) ¦ $X.reduce($F, -Infinity) ¦ $X.reduce($F, Infinity)
      y = x.reduce(f); → y = x.reduce(f, 0);
  $X.reduce($F, $I) → $X.reduce($F) ¦ $X.reduceRight($F, $I)
      y = x.reduce(f, 1); → y = x.reduce(f);
"""
"""Arrays, objects, maps and sets."""
SCALARS = r"""
number.base
  $X.toString($N) → $X.toString(2) ¦ $X.toString(16) ¦ $X.toString(36)
      y = x.toString(8); → y = x.toString(2);
number.leap-year
  $Y % 4 === 0 → $Y % 4 === 0 && ($Y % 100 !== 0 || $Y % 400 === 0) ¦ $Y % 4 === 0 && $Y % 100 !== 0
      x = y % 4 === 0; → x = y % 4 === 0 && (y % 100 !== 0 || y % 400 === 0);
  $Y % 4 === 0 && $Y % 100 !== 0 → $Y % 4 === 0 && $Y % 100 !== 0 || $Y % 400 === 0
      x = y % 4 === 0 && y % 100 !== 0; → x = y % 4 === 0 && y % 100 !== 0 || y % 400 === 0;
number.odd
  $A % $N === 1 → $A % $N !== 0
      x = a % 2 === 1; → x = a % 2 !== 0;
number.modulo
  $A % $B → (($A % $B) + $B) % $B ¦ ($A + $B) % $B ¦ $A % $B || $B ¦ Math.abs($A % $B)
      x = a % b; → x = ((a % b) + b) % b;
      x = (a - 1) % b; → x = ((a - 1) + b) % b;
number.rounded
  Math.round($A) → Math.round($A * 100) / 100 ¦ Math.round($A * 10) / 10 ¦ Math.floor($A + 0.5)
      x = Math.round(a); → x = Math.round(a * 100) / 100;
  $A.toFixed($N) → Number($A.toFixed($N)) ¦ (Math.round($A * 100) / 100).toFixed($N)
      x = a.toFixed(2); → x = Number(a.toFixed(2));
converted.both; $A: READ; $B: READ
  $A + $B → Number($A) + Number($B)
      x = a + b.c; → x = Number(a) + Number(b.c);
elements.trimmed
  $A.split($B) → $A.split($B).map((each) => each.trim()) ¦ $A.split($B).filter(Boolean)
      x = a.split(b); → x = a.split(b).map((each) => each.trim());
number.nearly; $A: READ binary_expression
  $A === $B → Math.abs($A - $B) < 1e-9
      x = a + b === c; → x = Math.abs((a + b) - c) < 1e-9;
number.in-range
  Math.min($A, $B) → Math.max(0, Math.min($A, $B)) ¦ Math.max($A, $B) ¦ Math.max(1, Math.min($A, $B))
      x = Math.min(a, b); → x = Math.max(0, Math.min(a, b));
  Math.max($A, Math.min($B, $C)) → Math.min($A, Math.max($B, $C)) ¦ Math.max($B, Math.min($A, $C))
      x = Math.max(a, Math.min(b, c)); → x = Math.min(a, Math.max(b, c));
number.not-negative
  $A - $B → Math.max(0, $A - $B)
      x = a - b; → x = Math.max(0, a - b);
number.of-none
  Math.max(...$X) → Math.max(0, ...$X) ¦ $X.reduce((a, b) => Math.max(a, b), 0)
      x = Math.max(...a); → x = Math.max(0, ...a);
  Math.min(...$X) → Math.min(0, ...$X)
      x = Math.min(...a); → x = Math.min(0, ...a);
number.of-none; $B: READ
  $A / $B → ($B === 0 ? 0 : $A / $B) ¦ ($B ? $A / $B : 0) ¦ ($B > 0 ? $A / $B : 0) ¦ ($B === 0 ? null : $A / $B)
      x = a / b.length; → x = b.length === 0 ? 0 : a / b.length;
text.two-digits; $X: READ binary_expression; in: arguments template_substitution
  $X → String($X).padStart(2, '0') ¦ String($X).padStart(3, '0') ¦ $X.toFixed(2) ¦ $X.toFixed(1)
      x = `${a}:${b}`; → x = `${a}:${String(b).padStart(2, '0')}`;
text.encoded; $X: READ; in: arguments template_substitution
  $X → encodeURIComponent($X) ¦ decodeURIComponent($X) ¦ JSON.stringify($X) ¦ JSON.parse($X)
      x = `/a?b=${b}`; → x = `/a?b=${encodeURIComponent(b)}`;
text.encoded; in: VALUE array
  $X[$I] → decodeURIComponent($X[$I]) ¦ encodeURIComponent($X[$I])
      return { a: x[1] }; → return { a: decodeURIComponent(x[1]) };
text.separated
  `${$A}${$B}` → `${$A}:${$B}` ¦ JSON.stringify([$A, $B])
      k = `${a}${b}`; → k = `${a}:${b}`;
text.separated; $A: READ; $B: READ; in: arguments subscript_expression variable_declarator
  $A + $B → `${$A}:${$B}`
      const key = a.x + b; → const key = `${a.x}:${b}`;
text.capital; $X: PATH; in: return_statement template_substitution
  $X → $X.charAt(0).toUpperCase() + $X.slice(1) ¦ $X.charAt(0).toUpperCase() + $X.slice(1).toLowerCase()
      return x; → return x.charAt(0).toUpperCase() + x.slice(1);
text.replaced-as-is; $B: READ
  $X.replace($A, $B) → $X.replace($A, () => $B) ¦ $X.replaceAll($A, () => $B) ¦ $X.split($A).join($B)
      y = x.replace(a, b); → y = x.replace(a, () => b);
text.joined; in: arguments binary_expression pair return_statement template_substitution variable_declarator
  $X.reverse() → $X.reverse().join('')
      return x.reverse(); → return x.reverse().join('');
  $X.map($F) → $X.map($F).join('') ¦ $X.map($F).join(' ') ¦ $X.map($F).join(', ') ¦ $X.map($F).join('\n')
      return x.map(f); → return x.map(f).join('');
  $X.filter($F) → $X.filter($F).join('') ¦ $X.filter($F).join(' ')
      return x.filter(f); → return x.filter(f).join('');
text.padded-by
  $X.padStart($N) → $X.padStart($N, '0')
      y = x.padStart(2); → y = x.padStart(2, '0');
text.code-points
  $X.split('') → [...$X] ¦ Array.from($X)
      y = x.split(''); → y = [...x];
text.code-points; $I: identifier number
    ; in: member_expression return_statement template_substitution variable_declarator
  $X[$I] → [...$X][$I]
      const y = x[0]; → const y = [...x][0];
text.code-points
  $X.slice($$$A) → [...$X].slice($$$A).join('')
      y = x.slice(0, n); → y = [...x].slice(0, n).join('');
text.split-parts
  $X.split($D) → $X.split($D).map((each) => each.trim()) ¦ $X.split($D).filter(Boolean) ¦ $X.split($D).map(Number)
      ¦ $X.split($D).map((each) => each.trim()).filter(Boolean) ¦ $X.trim().split($D) ¦ $X.split($D).slice(1)
      y = x.split(','); → y = x.split(',').map((each) => each.trim());
text.split-space
  $X.split(' ') → $X.split(/\s+/) ¦ $X.trim().split(/\s+/)
      y = x.split(' '); → y = x.trim().split(/\s+/);
text.split-lines
  $X.split('\n') → $X.split(/\r?\n/)
      y = x.split('\n'); → y = x.split(/\r?\n/);
text.split-once
  [$A, $B] = $X.split($D) → [$A, ...$B] = $X.split($D)
      [a, b] = x.split('='); → [a, ...b] = x.split('=');
text.order
  $A.localeCompare($B) → $A.localeCompare($B, undefined, { numeric: true })
      ¦ $A.localeCompare($B, undefined, { sensitivity: 'base' }) ¦ $A.toLowerCase().localeCompare($B.toLowerCase())
      ¦ Number($A) - Number($B) ¦ $A - $B
      xs.sort((a, b) => a.localeCompare(b)); → xs.sort((a, b) => a.localeCompare(b, undefined, { numeric: true }));
pattern.flags
  new RegExp($P) → new RegExp($P, 'g') ¦ new RegExp($P, 'i') ¦ new RegExp($P, 'gi') ¦ new RegExp(`^${$P}$`)
      ¦ new RegExp(`\\b${$P}\\b`)
      r = new RegExp(p); → r = new RegExp(p, 'i');
  new RegExp($P, $F) → new RegExp($P) ¦ new RegExp($P, 'gi') ¦ new RegExp($P, 'i') ¦ new RegExp(`^${$P}$`, $F)
      ¦ new RegExp(`\\b${$P}\\b`, $F)
      r = new RegExp(p, 'g'); → r = new RegExp(p, 'gi');
date.utc
  new Date($A, $B, $$$C) → new Date(Date.UTC($A, $B, $$$C))
      d = new Date(y, m, 1); → d = new Date(Date.UTC(y, m, 1));
  new Date($T) → new Date(`${$T}T00:00:00Z`) ¦ new Date($T * 1000) ¦ new Date($T.getTime())
      d = new Date(t); → d = new Date(`${t}T00:00:00Z`);
date.utc; each PART: FullYear Month Date Hours Minutes; each OP: + -
  $D.setPART($D.getPART() OP $N) → $D.setUTCPART($D.getUTCPART() OP $N)
      d.setPART(d.getPART() OP 1); → d.setUTCPART(d.getUTCPART() OP 1);
date.month-end; $D: READ
  Date.UTC($Y, $M, $D) → Date.UTC($Y, $M, Math.min($D, new Date(Date.UTC($Y, $M + 1, 0)).getUTCDate()))
      t = Date.UTC(y, m, d); → t = Date.UTC(y, m, Math.min(d, new Date(Date.UTC(y, m + 1, 0)).getUTCDate()));
  new Date($Y, $M, $D) → new Date($Y, $M, Math.min($D, new Date($Y, $M + 1, 0).getDate()))
      t = new Date(y, m, d); → t = new Date(y, m, Math.min(d, new Date(y, m + 1, 0).getDate()));
date.month-end
  $D.setMonth($M) → $D.setMonth($M, Math.min($D.getDate(), new Date($D.getFullYear(), $M + 1, 0).getDate()))
      d.setMonth(n); → d.setMonth(n, Math.min(d.getDate(), new Date(d.getFullYear(), n + 1, 0).getDate()));
  $D.setUTCMonth($M)
      → $D.setUTCMonth($M, Math.min($D.getUTCDate(), new Date(Date.UTC($D.getUTCFullYear(), $M + 1, 0)).getUTCDate()))
      d.setUTCMonth(n);
      → d.setUTCMonth(n, Math.min(d.getUTCDate(), new Date(Date.UTC(d.getUTCFullYear(), n + 1, 0)).getUTCDate()));
date.week-start
  $D.getDay() → ($D.getDay() + 6) % 7 ¦ $D.getDay() || 7
      x = d.getDay(); → x = (d.getDay() + 6) % 7;
  $D.getUTCDay() → ($D.getUTCDay() + 6) % 7 ¦ $D.getUTCDay() || 7
      x = d.getUTCDay(); → x = (d.getUTCDay() + 6) % 7;
date.value; $A: PATH; $B: PATH
  $A - $B → $A.getTime() - $B.getTime() ¦ Date.parse($A) - Date.parse($B) ¦ new Date($A) - new Date($B)
      x = a.at - b.at; → x = a.at.getTime() - b.at.getTime();
number.parsed; $A: READ; $B: READ
  $A + $B → Number($A) + $B ¦ $A + Number($B) ¦ String($A) + $B
      x = a + b; → x = a + Number(b);
number.parsed
  parseInt($X) → Number($X) ¦ parseFloat($X) ¦ parseInt($X, 10)
      x = parseInt(a); → x = Number(a);
  parseInt($X, $N) → Number($X) ¦ parseFloat($X)
      x = parseInt(a, 10); → x = Number(a);
"""
"""Numbers, texts and dates."""
CONTROL_FLOW = r"""
loop.repeated
  if ($C) $S → while ($C) $S
      if (a < b) { a += 1; } → while (a < b) { a += 1; }
loop.once
  while ($C) $S → if ($C) $S
      while (a) { b(); } → if (a) { b(); }
loop.backwards
  for (let $I = 0; $I < $X.length; $I++) $S → for (let $I = $X.length - 1; $I >= 0; $I--) $S
      for (let i = 0; i < a.length; i++) { if (f(a[i])) a.splice(i, 1); }
      → for (let i = a.length - 1; i >= 0; i--) { if (f(a[i])) a.splice(i, 1); }
loop.of-callback; $B: statement_block; in: expression_statement
  $X.forEach(($A) => $B) → for (const $A of $X) $B
      xs.forEach((x) => { if (x) return; f(x); }); → for (const x of xs) { if (x) return; f(x); };
method.own-this; $F: identifier
  $F(...$A) → $F.apply(this, $A)
      return f(...xs); → return f.apply(this, xs);
timer.cleared; in: expression_statement
  $T = setTimeout($$$A) → clearTimeout($T), $T = setTimeout($$$A)
      t = setTimeout(f, 5); → clearTimeout(t), t = setTimeout(f, 5);
error.thrown; $X: string template_string
  throw $X; → throw new Error($X);
      throw 'bad'; → throw new Error('bad');
error.thrown; each KIND: Error TypeError RangeError
  return new KIND($$$A); → throw new KIND($$$A);
      return new KIND('bad'); → throw new KIND('bad');
yield.every
  yield $X → yield* $X
      function* f() { yield g(); } → function* f() { yield* g(); }
error.rejected
  $P.catch($F) → $P ¦ $P.catch((error) => { $F(error); throw error; }) ¦ $P.finally($F)
      return p.catch(f); → return p.catch((error) => { f(error); throw error; });
promise.both-ways
  $P.then($F) → $P.then($F, $F) ¦ $P.finally($F) ¦ $P.catch(() => {}).then($F)
      p.then(f); → p.then(f, f);
  Promise.all($X) → Promise.allSettled($X)
      await Promise.all(x); → await Promise.allSettled(x);
value.sequence
  Promise.resolve($X) → Promise.resolve().then(() => $X)
      p = Promise.resolve(f()); → p = Promise.resolve().then(() => f());
result.called-later
  $P.then($G($$$A)) → $P.then(() => $G($$$A))
      q = p.then(g(1)); → q = p.then(() => g(1));
result.called-later; in: expression_statement return_statement
  $F($G($$$A)) → $F(() => $G($$$A))
      g(h(1)); → g(() => h(1));
result.called-later
  $F($G($$$A), $N) → $F(() => $G($$$A), $N)
      setTimeout(g(1), 5); → setTimeout(() => g(1), 5);
"""
"""Statements and functions."""
RULES = tuple(rule for text in (QUESTIONS, CONTAINERS, SCALARS, CONTROL_FLOW) for rule in read_rules(text))


@functools.cache
def rules_by_type() -> Mapping[str, Sequence[RewriteRule]]:
    """Return the rules by the type of the nodes that they match; the first call parses their patterns."""
    return by_type(RULES)
