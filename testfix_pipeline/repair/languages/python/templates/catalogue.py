"""The edit templates of Python, by what they are about; `read_templates` says how they are written."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from testfix_pipeline.repair.languages.python.edits.edit_producer import EditProducer
from testfix_pipeline.repair.languages.python.templates.matching import TemplateError
from testfix_pipeline.repair.languages.python.templates.template import Template, Templates
from testfix_pipeline.repair.languages.python.templates.written_templates import read_condition, read_templates
from testfix_pipeline.repair.languages.tree_sitter.related_names import related, word_groups

COMPARED = r"""
lower-ends; lower-end
  $A < $B → 0 <= $A < $B
      x = i < len(xs) → x = 0 <= i < len(xs)
      x = 0 <= i < n ¦ x = i <= n
  $A < $B and $C < $D → 0 <= $A < $B and 0 <= $C < $D
      ok = x < w and y < h → ok = 0 <= x < w and 0 <= y < h
by-instance; type.widened
  type($X) is $T → isinstance($X, $T)
      if type(x) is int: stop() → if isinstance(x, int): stop()
      y = type(x) ¦ y = type(x, y, z) is int
  type($X) == $T → isinstance($X, $T)
  type($X) is not $T → not isinstance($X, $T)
  type($X) != $T → not isinstance($X, $T)
      y = type(x) != int → y = not isinstance(x, int)
"""
"""Comparisons and types."""
METHODS = word_groups("""
    append appendleft extend insert add; add update discard remove; strip lstrip rstrip;
    lower upper casefold title capitalize; startswith endswith; find rfind index rindex; split rsplit splitlines;
    partition rpartition; removeprefix removesuffix; lstrip removeprefix; rstrip removesuffix;
    ljust rjust center zfill; keys values items; isdigit isalpha isalnum isdecimal; islower isupper;
    union intersection difference symmetric_difference update; issubset issuperset isdisjoint;
    pop popleft popitem remove; get pop setdefault; match search fullmatch findall finditer;
    group groups groupdict; encode decode; read readline readlines; write writelines; weekday isoweekday;
    floor ceil trunc
""")
FUNCTIONS = word_groups("""
    min max sum; any all; list tuple set sorted reversed; int float str bool round; str repr; hasattr getattr;
    isinstance issubclass; floor ceil trunc; permutations combinations product; takewhile dropwhile;
    bisect_left bisect_right; nlargest nsmallest; copy deepcopy
""")
"""Names of the standard library that are often confused."""
CALLS = r"""
coroutines; asynchronous; is_in_coroutine; not inside Await
  $F($$$A) → await $F($$$A)
      async def f(a):\n    return g(a) → async def f(a):\n    return await g(a)
      async def f(a):\n    return await g(a) ¦ def f(a):\n    return g(a)
keywords/open; argument.added
  open($X) → open($X, encoding="utf-8") ¦ open($X, newline="")
      x = open(y) → x = open(y, encoding="utf-8")
keywords/get; argument.added
  $D.get($K) → $D.get($K, "") ¦ $D.get($K, 0) ¦ $D.get($K, []) ¦ $D.get($K, {}) ¦ $D.get($K, $K)
      x = d.get(k) → x = d.get(k, 0)
      x = d.get(k, 1)
keywords/max; argument.added
  max($X) → max($X, default=0) ¦ max($X, default=None)
      x = max(y) → x = max(y, default=0)
keywords/min; argument.added
  min($X) → min($X, default=0) ¦ min($X, default=None)
      x = min(y) → x = min(y, default=0)
keywords/next; argument.added
  next($X) → next($X, None)
      x = next(y) → x = next(y, None)
keywords/dumps; argument.added
  json.dumps($X) → json.dumps($X, sort_keys=True) ¦ json.dumps($X, ensure_ascii=False) ¦ json.dumps($X, default=str)
      x = json.dumps(y) → x = json.dumps(y, sort_keys=True)
keywords/makedirs; argument.added
  os.makedirs($X) → os.makedirs($X, exist_ok=True)
      x = os.makedirs(y) → x = os.makedirs(y, exist_ok=True)
keywords/sorted; argument.added
  sorted($X) → sorted($X, reverse=True)
      x = sorted(y) → x = sorted(y, reverse=True)
keywords/order; argument.added
  sorted($X, key=$K) → sorted($X, key=$K, reverse=True)
      sorted(x, key=f) → sorted(x, key=f, reverse=True)
  $X.sort() → $X.sort(reverse=True)
  $X.sort(key=$K) → $X.sort(key=$K, reverse=True)
      x.sort(key=f) → x.sort(key=f, reverse=True)
  $X.pop() → $X.pop(0)
  $X.popitem() → $X.popitem(last=False)
      x.popitem() → x.popitem(last=False)
digits; argument.added
  round($X) → round($X, 2) ¦ round($X, 1) ¦ round($X, 3)
      y = round(x) → y = round(x, 2)
joined/texts; converted.each
  $S.join($X) → $S.join(map(str, $X)) ¦ $S.join(sorted($X)) ¦ $S.join(reversed($X))
      y = s.join(x) → y = s.join(map(str, x))
means; mean
  sum($X) → sum($X) / len($X)
      y = sum(x) → y = sum(x) / len(x)
put-in-front; attribute
  $X.append($Y) → $X.insert(0, $Y)
      x.append(y) → x.insert(0, y)
  $X.insert(0, $Y) → $X.append($Y)
      x.insert(0, y) → x.append(y)
no-truth-values; type.narrowed
  isinstance($X, int) → isinstance($X, int) and not isinstance($X, bool)
      y = isinstance(x, int) → y = isinstance(x, int) and not isinstance(x, bool)
methods/called-NAME; method.called; is_read; not is_callee
    ; each NAME: strip lower upper title copy keys values items split read isoformat
  $X.NAME → $X.NAME()
      y = x.NAME → y = x.NAME()
      y = x.NAME(1)
results/called; shrink.call; inside Return; kind F Name
  $F() → $F
      return f() → return f
results/in-place; result.passed-on
  $X.sort() → sorted($X)
      return x.sort() → return sorted(x)
  $X.sort(key=$K) → sorted($X, key=$K)
  $X.reverse() → $X[::-1]
      y = x.reverse() → y = x[::-1]
whole-time-spans; replace.attribute; not is_callee
  $A.seconds → $A.total_seconds()
      x = (b - a).seconds → x = (b - a).total_seconds()
whole-quotients; rounding
  int($A / $B) → $A // $B ¦ -(-$A // $B)
      y = int(a / b) → y = a // b
      y = int(a * b)
  round($A / $B) → $A // $B ¦ -(-$A // $B)
      y = round(a / (b + 1)) → y = -(-a // (b + 1))
  $A // $B → -(-$A // $B) ¦ round($A / $B)
rounded-not-cut; rounding; not kind A Constant
  int($A) → round($A) ¦ int($A, 16) ¦ int($A, 2)
      y = int(x) → y = round(x)
      y = int(x) → y = int(x, 16)
      y = int('12')
grouped-in-order; sorted-before; kind X Attribute Name Subscript
  groupby($X, key=$K) → groupby(sorted($X, key=$K), key=$K)
      y = list(groupby(x, key=f)) → y = list(groupby(sorted(x, key=f), key=f))
      y = groupby(sorted(x))
  groupby($X, $K) → groupby(sorted($X, key=$K), $K)
  groupby($X) → groupby(sorted($X))
  itertools.groupby($X, key=$K) → itertools.groupby(sorted($X, key=$K), key=$K)
  itertools.groupby($X) → itertools.groupby(sorted($X))
"""
"""Builtin functions and containers: a call or argument that is nearly right."""
LOOPS = r"""
in-another-order/values; order.changed; kind XS Attribute Name; is_iterated
  $XS → sorted($XS, reverse=True) ¦ reversed($XS)
      for x in xs: use(x) → for x in sorted(xs, reverse=True): use(x)
      for x in xs: use(x) → for x in reversed(xs): use(x)
      for x in f(): use(x)
members/values; members.values; kind XS Attribute Name; is_iterated
  $XS → $XS.values()
      for x in xs: use(x) → for x in xs.values(): use(x)
      for x in f(): use(x)
members/together; members.pairs; is_unpacked
  ($A, $B) → zip($A, $B)
      for x, y in a, b: use(x, y) → for x, y in zip(a, b): use(x, y)
members/listed; converted.each; inside Return Assign
  ($E for $A in $B) → [$E for $A in $B]
      return (f(x) for x in xs) → return [f(x) for x in xs]
indexes/exchanged; exchange.parts
  $G[$A][$B] → $G[$B][$A]
      x = g[a][b] → x = g[b][a]
      g[a][b] = x → g[b][a] = x
odd; compare.operator
  $A % $N == 1 → $A % $N != 0
      if n % 2 == 1: stop() → if n % 2 != 0: stop()
members/pairs; members.pairs; kind XS Attribute Name; is_unpacked
  $XS → $XS.items() ¦ enumerate($XS)
      for k, x in xs: use(k, x) → for k, x in xs.items(): use(k, x)
      [use(i, x) for i, x in xs] → [use(i, x) for i, x in enumerate(xs)]
      for x in xs: use(x)
in-another-order/range; order.reversed; is_iterated
  range($N) → reversed(range($N))
      for i in range(n): use(i) → for i in reversed(range(n)): use(i)
      use(range(n)) ¦ for i in range(0, n, 2): use(i)
  range($A, $B) → reversed(range($A, $B))
      [i for i in range(1, n)] → [i for i in reversed(range(1, n))]
range-ends; range
  range($N) → range(1, $N + 1) ¦ range(1, $N)
      for i in range(n): use(i) → for i in range(1, n + 1): use(i)
      range(a, b, 2)
  range($A, $B) → range($A + 1, $B + 1) ¦ range($B)
      x = list(range(1, n)) → x = list(range(n))
range-ends/down; range
  range($A, 0, -1) → range($A, -1, -1)
      for i in range(n, 0, -1): use(i) → for i in range(n, -1, -1): use(i)
      range(n, 1, -1)
  range($A, -1, -1) → range($A, 0, -1) ¦ range($A - 1, -1, -1)
      for i in range(n, -1, -1): use(i) → for i in range(n - 1, -1, -1): use(i)
other-ends/slice; slice; not kind N UnaryOp
  $X[:$N] → $X[-$N:]
      xs[:n] → xs[-n:]
      xs[:a + b] → xs[-(a + b):]
      xs[1:n] ¦ xs[:n:2]
other-ends/from-the-end; slice
  $X[:-$N] → $X[-$N:] ¦ $X[:$N]
      xs[:-n] → xs[-n:]
      xs[1:n] ¦ xs[:n]
  $X[-$N:] → $X[:-$N] ¦ $X[:$N]
      xs[-2:] → xs[:-2]
round-and-round; round-closed; is_read; kind I BinOp Name; kind X Attribute Name; not is_text I
  $X[$I] → $X[$I % len($X)]
      x = xs[i + 1] → x = xs[(i + 1) % len(xs)]
      x = d['a'] ¦ x = xs[0]
clauses/in-order; clauses-reordered
  [$E for $A in $B for $C in $D] → [$E for $C in $D for $A in $B]
      [x for x in row for row in rows] → [x for row in rows for x in row]
"""
"""Loops, slices and indices: iterables, order and bounds."""
COMPARISONS = {
    "<": ("less", ["<=", ">", ">=", "!=", "=="]),
    "<=": ("less-or-equal", ["<", ">=", ">", "==", "!="]),
    ">": ("greater", [">=", "<", "<=", "!=", "=="]),
    ">=": ("greater-or-equal", [">", "<=", "<", "==", "!="]),
    "==": ("equal", ["!=", "is", "in", "<=", ">=", "<", ">"]),
    "!=": ("unequal", ["==", "is not", "not in", ">", "<", ">=", "<="]),
    "in": ("in", ["not in"]),
    "not in": ("not-in", ["in"]),
    "is": ("is", ["is not", "=="]),
    "is not": ("is-not", ["is", "!="]),
}
ARITHMETIC = {
    "+": ("add", ["-", "*", "/", "|"]),
    "-": ("subtract", ["+", "*", "%", "/"]),
    "*": ("multiply", ["/", "+", "**", "//", "-", "%"]),
    "/": ("divide", ["//", "*", "%", "-"]),
    "//": ("floor-divide", ["/", "%", "*"]),
    "%": ("modulo", ["//", "/", "*", "+", "-"]),
    "**": ("power", ["*", "+"]),
    "<<": ("left-shift", [">>"]),
    ">>": ("right-shift", ["<<"]),
    "&": ("and", ["|", "^", "-", "+"]),
    "|": ("or", ["&", "^", "+", "-"]),
    "^": ("xor", ["|", "&", "**", "-"]),
    "@": ("matrix-multiply", ["*"]),
}
"""(name, operators that it is mistaken for, most often first) of each operator."""
TEXTS = {"+": ["*"], "-": ["+", "*"], "*": ["+"], "/": ["*"]}
"""The operators that each one is mistaken for if an operand is a text."""
ADDABLE, MERGEABLE, COMMUTING = "list str int float", "set dict", ("*", "&", "|", "^")
VALUES = r"""
none-asked-for; none-asked-for
  $M.get($K) or $D → $M.get($K, $D)
      x = m.get(k) or d → x = m.get(k, d)
      x = m.get(k, 1) or d ¦ x = m.get(k) or d or e
none-asked-for/default; none-asked-for; kind A Attribute Name Subscript
    ; not inside If While IfExp Assert UnaryOp BoolOp
  $A or $D → $A if $A is not None else $D
      x = a or d → x = a if a is not None else d
      return n.a or 3 → return n.a if n.a is not None else 3
      if a or d:\n    f() ¦ x = not (a or d) ¦ x = f(a) or d
lookups; guard.lookup; is_read; not kind K BinOp Slice Tuple UnaryOp; not is_non_text_constant K
  $D[$K] → $D.get($K) ¦ $D.get($K, 0) ¦ $D.get($K, $K) ¦ $D.get($K, "") ¦ $D.get($K, [])
      x = d[k] → x = d.get(k)
      x = d[k] + 1 → x = d.get(k, 0) + 1
      d[k] = x ¦ x = d[1:] ¦ x = d[0] ¦ x = d[i + 1]
bounds; bound.added; not inside BinOp
  $A - $B → max($A - $B, 0)
      x = a - n → x = max(a - n, 0)
      x = 2 * (a - n)
rates; rate; kind B Attribute Name; not is_text A; not is_text B
  $A * $B → $A * (1 + $B) ¦ $A * (1 - $B) ¦ $A * $B / 100
      x = a * b → x = a * (1 + b)
      x = a * 2 ¦ x = "-" * b
rates/taken-off; rate; kind A Attribute Name; kind B Attribute Name; not is_text A
  $A - $B → $A - $A * $B ¦ $A - $A * $B / 100
      x = a - b → x = a - a * b
      x = a - 1
  $A + $B → $A + $A * $B ¦ $A + $A * $B / 100
      x = a + b → x = a + a * b
days/leap-years; leap-year; not kind Y Constant
  $Y % 4 == 0 → $Y % 4 == 0 and ($Y % 100 != 0 or $Y % 400 == 0) ¦ $Y % 4 == 0 and $Y % 100 != 0
      leap = y % 4 == 0 → leap = y % 4 == 0 and (y % 100 != 0 or y % 400 == 0)
  $Y % 4 == 0 and $Y % 100 != 0 → $Y % 4 == 0 and ($Y % 100 != 0 or $Y % 400 == 0)
      leap = y % 4 == 0 and y % 100 != 0 → leap = y % 4 == 0 and (y % 100 != 0 or y % 400 == 0)
lacking-keys/counted; key.lacking
  $D[$K] += $V → $D[$K] = $D.get($K, 0) + $V ¦ $D[$K] = $D.get($K, "") + $V
      d[k] += 1 → d[k] = d.get(k, 0) + 1
lacking-keys/append; key.lacking
  $D[$K].append($V) → $D.setdefault($K, []).append($V)
      d[k].append(v) → d.setdefault(k, []).append(v)
  $D[$K].add($V) → $D.setdefault($K, set()).add($V)
      d[k].add(v) → d.setdefault(k, set()).add(v)
  $D.get($K).append($V) → $D.setdefault($K, []).append($V)
gathered/summed; container.summed; not kind D List
  $D[$K] = $V → $D[$K] = $D.get($K, 0) + $V
      total[k] = n * w → total[k] = total.get(k, 0) + n * w
      d[0] += v
gathered; container.gathered; not kind D List
  $D[$K] = [$V] → $D.setdefault($K, []).append($V)
      d[k] = [v] → d.setdefault(k, []).append(v)
      d[k] = v
best-kept; best-kept; kind V Name; has_value_before_loop V; not mentions E V
  $V = $E → $V = max($V, $E) ¦ $V = min($V, $E)
      def f(xs):\n    best = 0\n    for x in xs:\n        best = x.n
        → def f(xs):\n    best = 0\n    for x in xs:\n        best = max(best, x.n)
      def f(xs):\n    for x in xs:\n        best = x.n ¦ best = x
aliases; alias-copied; kind A Name; kind B Attribute Name Subscript; is_changed_in_place A
  $A = $B → $A = $B.copy() ¦ $A = dict($B) ¦ $A = list($B) ¦ $A = set($B)
      def f(base):\n    d = base\n    d[1] = 2 → def f(base):\n    d = dict(base)\n    d[1] = 2
      def f(base):\n    d = base\n    return d[1]
containers-of-their-own; alias-copied; kind V BinOp Call Dict List Set SetComp
  dict.fromkeys($K, $V) → {key: $V for key in $K}
      x = dict.fromkeys(names, []) → x = {key: [] for key in names}
      x = dict.fromkeys(names, 0) ¦ x = [0] * n
  [$V] * $N → [$V for _ in range($N)]
      x = [[0] * w] * h → x = [[0] * w for _ in range(h)]
bits/assigned; augmented.operator
  $A ^= $B → $A &= ~$B
      self.mode ^= bit → self.mode &= ~bit
      self.mode |= bit
bits/combined; arithmetic.operator
  $A ^ $B → $A & ~$B
      x = mode ^ bit → x = mode & ~bit
      x = mode | bit
"""
"""Defaults, None, bounds, copies, bits."""
SETS = """
arithmetic/subtract-sets; arithmetic.operator; is_set A or is_set B
  $A - $B → $A & $B ¦ $A | $B ¦ $A ^ $B
      set(a) - b → set(a) & b
      a - b
arithmetic/add-sets; arithmetic.operator; is_set A or is_set B
  $A + $B → $A | $B ¦ $A - $B ¦ $A & $B
      set(a) + b → set(a) | b
      a + b
"""
DROPPED = """
negation/dropped; negation
  not $A → $A
      if not done: stop() → if done: stop()
      x = not (a or b) → x = a or b
negation/minus-dropped; sign
  -$A → $A
      x = -a → x = a
      -(a + b) * c → (a + b) * c
negation/invert-dropped; sign
  ~$A → $A
      x = ~a → x = a
negation/plus-turned; sign
  +$A → -$A
      x = +a → x = -a
negation/condition; negation; is_condition; not kind A BoolOp Compare UnaryOp
  $A → not $A
      if done: stop() → if not done: stop()
      [x for x in xs if x.ok] → [x for x in xs if not x.ok]
      if a < b: stop() ¦ if not done: stop() ¦ x = done
negation/conditions; negation; is_condition; kind A BoolOp
  $A → not $A
      if a and b: stop() → if not (a and b): stop()
      if done: stop()
negation/chain; negation; is_condition; kind A Compare; is_chain A
  $A → not $A
      if a < b < c: stop() → if not a < b < c: stop()
      if a < b: stop()
negation/value; negation; kind A Attribute Call Name Subscript; is_element_of_any_or_all or is_stored_boolean
  $A → not $A
      any(x.ok for x in xs) → any(not x.ok for x in xs)
      x = isinstance(a, b) → x = not isinstance(a, b)
      x = a ¦ [x.ok for x in xs]
minus/bound; sign; kind A Attribute Name; is_ordering_bound; is_read
  $A → -$A
      if balance < limit: stop() → if balance < -limit: stop()
      if balance == limit: stop()
minus/operand; sign; kind A Attribute Call Name Subscript; inside Return BinOp Compare Slice Lambda Tuple keyword
    ; is_read; not kind A Attribute Name or not is_ordering_bound
  $A → -$A
      x = a * b → x = a * -b
      xs[n:] → xs[-n:]
      sort(key=lambda x: x.size) → sort(key=lambda x: -x.size)
      x = a ¦ a, b = c
minus/argument; sign; kind A Attribute Name; is_argument
  $A → -$A
      move(step) → move(-step)
      len(step)
minus/inverse; reciprocal; kind A Attribute Name; is_argument
  $A → 1 / $A
      link(b, a, factor) → link(b, a, 1 / factor)
      len(step)
"""
"""Negations and signs."""


def replacement(
    name: str,
    edit: str,
    pattern: str,
    old: str,
    others: Sequence[str],
    code: str,
    where: str = "",
    no: Sequence[str] = (),
) -> Template:
    """A template that puts others in the place of a word: in the pattern, and in the code of its examples, at `{}`."""
    conditions = [read_condition(text) for text in where.split("; ") if text]
    examples = [(code.format(old), code.format(other)) for other in others]
    rewrites = [pattern.format(other) for other in others]
    return Template(name, pattern.format(old), rewrites, edit, conditions, examples, no)


def confused_names() -> Iterator[Template]:
    """Yields a template for each method and function that may be confused with others."""
    for name in dict.fromkeys(name for group in METHODS for name in group):
        key, others, no = f"attributes/{name.replace('_', '-')}", related(METHODS, name), [f"x.{name} = y"]
        yield replacement(key, "attribute", "$X.{}", name, others, "x.{}(y)", "is_callee", no)
    for name in dict.fromkeys(name for group in FUNCTIONS for name in group):
        key, others, no = f"functions/{name.replace('_', '-')}", related(FUNCTIONS, name), [f"{name} = y"]
        yield replacement(key, "function", "{}", name, others, "x = {}(y)", "is_callee", no)


def operators() -> Iterator[Template]:
    """Yields a template for each operator that may be mistaken for others."""
    pair, code = "$A {} $B", "x = a {} b"
    for sign, (name, others) in COMPARISONS.items():
        yield replacement(f"compare/{name}", "compare.operator", pair, sign, others, code)
    for sign, (name, others) in ARITHMETIC.items():
        where = "not is_text A; not is_text B; not is_set A; not is_set B" if sign in "+-*/%" else ""
        yield replacement(f"arithmetic/{name}", "arithmetic.operator", pair, sign, others, code, where)
    for sign, others in TEXTS.items():
        name, where = f"arithmetic/{ARITHMETIC[sign][0]}-text", "is_text A or is_text B"
        yield replacement(name, "arithmetic.operator", pair, sign, others, 'x = "-" {} b', where)
    for sign, other in (("and", "or"), ("or", "and")):
        yield replacement(f"boolean/{sign}", "boolean.operator", pair, sign, [other], code)


def assignments() -> Iterator[Template]:
    """Yields a template for each augmented assignment, and those that add to a variable instead of assigning it."""
    edit, pair = "augmented.operator", "$A {} $B"
    for sign, (name, others) in ARITHMETIC.items():
        signs = [*(f"{other}=" for other in others), "="]
        yield replacement(f"augmented/{name}", edit, pair, f"{sign}=", signs, "a {} b")
    for suffix, types, start in (("", "", "f()"), ("-addable", ADDABLE, "0"), ("-mergeable", MERGEABLE, "set()")):
        other = f"has_other_value_of_type {types or f'{ADDABLE} {MERGEABLE}'}"
        for boolean, negated, value in (("", "not ", "x"), ("-boolean", "", "x > 1")):
            code = f"def f(xs):\n    n = {start}\n    for x in xs:\n        n {{}} {value}\n"
            where = f"kind A Attribute Name Subscript; {negated}is_boolean B; {'' if types else 'not '}{other}"
            name = f"augmented/assign{suffix}{boolean}"
            yield replacement(name, edit, pair, "=", ["+=", "-=", "*=", "|="], code, where)


def operands() -> Iterator[Template]:
    """Yields a template for each operator whose operands are swapped, or one of them dropped."""
    signs = {name: sign for sign, (name, _) in ARITHMETIC.items()}
    swapped = {name: sign for name, sign in signs.items() if sign not in COMMUTING} | {"in": "in", "not-in": "not in"}
    for name, sign in swapped.items():
        yield from read_templates(f"""
operands/{name}-swapped; operands.swapped; differ A B
  $A {sign} $B → $B {sign} $A
      x = a {sign} b → x = b {sign} a
      x = a {sign} a""")
    for name, sign in signs.items():
        yield from read_templates(f"""
operands/{name}-dropped; operand.dropped
  $A {sign} $B → $A ¦ $B
      x = a {sign} b → x = a
      x = a {sign} b → x = b""")


def with_unique_ids(templates: tuple[Template, ...]) -> tuple[Template, ...]:
    """The templates. Raises TemplateError if two have the same id."""
    for name, times in Counter(template.id for template in templates).items():
        if times > 1:
            raise TemplateError(f"template {name!r}: {times} templates have this id")
    return templates


def producers_of(templates: tuple[Template, ...]) -> tuple[EditProducer, ...]:
    """The producers of the templates, in the order of the templates."""
    grouped: dict[str, list[Template]] = defaultdict(list)
    for template in templates:
        grouped[template.producer].append(template)
    members = {name: Templates(found) for name, found in grouped.items()}
    return tuple(EditProducer(name, found, found.bound) for name, found in members.items())


TEMPLATES = with_unique_ids(
    (
        *read_templates(COMPARED),
        *confused_names(),
        *read_templates(CALLS + LOOPS),
        *(*operators(), *read_templates(SETS), *assignments(), *read_templates(DROPPED), *operands()),
        *read_templates(VALUES),
    )
)
PRODUCERS = producers_of(TEMPLATES)
