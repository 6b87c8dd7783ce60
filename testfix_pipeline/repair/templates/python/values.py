"""Templates for values: defaults, None among them, numbers with a rule of their own, texts."""

from __future__ import annotations

from testfix_pipeline.repair.templates.predicates import (
    counts_attempts,
    falsy,
    file_has,
    inside,
    kind,
    module,
    none_of,
    read,
    statement_has,
    statement_in,
    text_method,
    word,
)
from testfix_pipeline.repair.templates.template import Template

GATHERED = {
    "set": ("set($XS)", "{{{}}}"),
    "list": ("list($XS)", "[{}]"),
    "tuple": ("tuple($XS)", "tuple({})"),
    "sorted": ("sorted($XS)", "sorted({})"),
    "sum": ("sum($XS)", "sum({})"),
    "min": ("min($XS)", "min({})"),
    "max": ("max($XS)", "max({})"),
    "join": ("$S.join($XS)", "$S.join({})"),
}
"""What takes one container, and how it is written with a comprehension."""


def without_none(name: str, each: str) -> Template:
    """A template that leaves out what is None or false. each: the variable of the comprehension."""
    call, form = GATHERED[name]
    rewrites = [form.format(f"{each} for {each} in $XS if {asked}") for asked in (f"{each} is not None", each)]
    used, code = statement_has("one"), "x = {}" if each == "one" else "one = {}"
    before, *after = (code.format(text.replace("$XS", "xs").replace("$S", "s")) for text in (call, *rewrites))
    examples = [(before, text) for text in after]
    where = [kind("XS", "name", "attribute", "call"), used if each == "each" else none_of(used)]
    other = code.format(call.replace("$XS", "[1, 2]").replace("$S", "s"))
    return Template(f"without-none/{name}-{each}", call, rewrites, "filter-added", where, examples, [other])


def complement(name: str, sign: str, whole: str) -> tuple[Template, Template]:
    """Templates that take what is left of a whole, or what comes on top of it, for a share."""
    pair, hundred = f"$A {sign} $B", statement_has("100")
    where = hundred if whole == "100" else none_of(hundred)
    rest = "100 * x" if whole == "100" else "x"
    right, left = ([f"$A {sign} ({whole} {way} $B)" for way in "-+"], [f"({whole} {way} $A) {sign} $B" for way in "-+"])
    plain = ("name", "attribute", "subscript")
    return (
        Template(
            f"complements/{name}-{whole}-right", pair, right, "complement", [kind("B", *plain), where],
            [(f"p = q({rest}) {sign} b", f"p = q({rest}) {sign} ({whole} - b)")],
        ),
        Template(
            f"complements/{name}-{whole}-left", pair, left, "complement", [kind("A", *plain), where],
            [(f"p = b {sign} q({rest})", f"p = ({whole} + b) {sign} q({rest})")],
        ),
    )  # fmt: skip


TEMPLATES = (
    Template(
        "defaults-for-none",
        match="$D.get($K, $X)",
        rewrites=["$D.get($K) or $X"],
        also={"$D.pop($K, $X)": ["$D.pop($K, None) or $X"]},
        edit="lookup-default",
        where=[none_of(falsy("X"))],
        examples=[("x = d.get(k, 5) * 2", "x = (d.get(k) or 5) * 2"), ("x = d.pop(k, 5)", "x = d.pop(k, None) or 5")],
        non_examples=["x = d.get(k, None)", "x = d.get(k)"],
    ),
    *(without_none(name, each) for name in GATHERED for each in ("one", "each")),
    Template(
        "plain-answers",
        match="return $N",
        rewrites=["return 1", "return 0", "return None", 'return ""', "return -1"],
        edit="constant.answered",
        where=[kind("N", "name"), statement_in("if")],
        examples=[("def f(n):\n    if n < 2:\n        return n\n", "def f(n):\n    if n < 2:\n        return 1\n")],
        non_examples=["def f(n):\n    return n\n"],
    ),
    *(
        one
        for name, sign in (("product", "*"), ("quotient", "/"))
        for whole in ("1", "100")
        for one in complement(name, sign, whole)
    ),
    Template(
        "middles",
        match="$X[$N // 2]",
        rewrites=["($X[($N - 1) // 2] + $X[$N // 2]) / 2"],
        edit="middle-taken",
        where=[read],
        examples=[("x = xs[len(xs) // 2]", "x = (xs[(len(xs) - 1) // 2] + xs[len(xs) // 2]) / 2")],
        non_examples=["xs[n // 2] = x", "x = xs[n // 3]"],
    ),
    Template(
        "doubled",
        match="$D * $N",
        rewrites=["$D * 2 ** $N", "$D * 2 ** ($N - 1)"],
        also={"$N * $D": ["$D * 2 ** $N", "$D * 2 ** ($N - 1)"]},
        edit="arithmetic.operator",
        where=[kind("N", "name", "attribute"), counts_attempts("N"), none_of(kind("D", "constant"))],
        examples=[("x = delay * attempt", "x = delay * 2 ** attempt"), ("x = tries * d", "x = d * 2 ** (tries - 1)")],
        non_examples=["x = delay * n", "x = 5 * attempt"],
    ),
    Template(
        "bits/assigned",
        match="$A ^= $B",
        rewrites=["$A &= ~$B"],
        edit="augmented.operator",
        examples=[("self.mode ^= bit", "self.mode &= ~bit")],
        non_examples=["self.mode |= bit"],
    ),
    Template(
        "bits/combined",
        match="$A ^ $B",
        rewrites=["$A & ~$B"],
        edit="arithmetic.operator",
        examples=[("x = mode ^ bit", "x = mode & ~bit")],
        non_examples=["x = mode | bit"],
    ),
    Template(
        "decoded/of-bytes",
        match="str($X)",
        rewrites=["$X.decode()"],
        edit="decoded",
        where=[kind("X", "name", "attribute"), file_has("bytes")],
        examples=[("def f(x: bytes):\n    return str(x)\n", "def f(x: bytes):\n    return x.decode()\n")],
        non_examples=["y = str(x)", 'y = str(x, "utf-8")'],
    ),
    Template(
        "decoded/of-anything",
        match="str($X)",
        rewrites=["$X.decode()"],
        edit="decoded",
        where=[kind("X", "name", "attribute"), none_of(file_has("bytes"))],
        examples=[("y = str(x)", "y = x.decode()")],
        non_examples=["y = str(x + z)"],
    ),
    *(
        Template(
            f"left-over/{way}-all",
            match=f"$S.{way}($C)",
            rewrites=[f"$S.{way}($C) or $C"],
            edit="something-left",
            where=[kind("C", "constant"), word("C", "...")],
            examples=[(f'x = s.{way}("0")', f'x = s.{way}("0") or "0"')],
            non_examples=[f'x = s.{way}("ab")', f"x = s.{way}()"],
        )
        for way in ("strip", "lstrip", "rstrip")
    ),
    *(
        Template(
            f"left-over/{way}",
            match=f"$S.{way}()",
            rewrites=[rf'$S.{way}("\n")', f'$S.{way}(" ")', rf'$S.{way}("\r\n")'],
            edit="argument.given",
            examples=[(f"x = s.{way}()", rf'x = s.{way}("\n")')],
            non_examples=[f'x = s.{way}("ab")'],
        )
        for way in ("strip", "lstrip", "rstrip")
    ),
    Template(
        "left-over/end",
        match="$S.strip()",
        rewrites=[r'$S.rstrip("\n")'],
        edit="argument.given",
        examples=[("x = s.strip()", r'x = s.rstrip("\n")')],
        non_examples=["x = s.lstrip()"],
    ),
    Template(
        "left-over/replace",
        match="$S.replace($A, $B)",
        rewrites=["$S.replace($A, $B, 1)"],
        edit="argument.given",
        examples=[("x = s.replace(a, b)", "x = s.replace(a, b, 1)")],
        non_examples=["x = s.replace(a, b, 2)", "x = day.replace(year=y)"],
    ),
    Template(
        "types-asked",
        match="$X.$M($$$ARGS)",
        rewrites=["$X.$M($$$ARGS) if isinstance($X, str) else $X"],
        edit="type.asked",
        where=[
            kind("X", "name", "attribute", "subscript"),
            text_method("M"),
            none_of(inside("expression statement"), module("X")),
        ],
        examples=[
            ("y = x.lower()", "y = x.lower() if isinstance(x, str) else x"),
            ("x.split(a, 1)[0]", "(x.split(a, 1) if isinstance(x, str) else x)[0]"),
        ],
        non_examples=["x.lower()", "y = x.append(1)", "import os\ny = os.replace(a)"],
    ),
)
