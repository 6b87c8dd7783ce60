"""Finds values of a patch that only one failing test explains: its result or a piece of it, or a limit moved for it.

An honest fix can need such a value, too, where nothing but a test says it: therefore it is a doubt. Documentation, the
code that was there, common units and further tests explain a value.
"""

from __future__ import annotations

import ast
import binascii
import difflib
import itertools
import operator
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from testfix_pipeline.core import python_code
from testfix_pipeline.core.patch_policy.learnt_conditions import STANDARD, FileTexts
from testfix_pipeline.core.patch_policy.moved_defaults import moved_default
from testfix_pipeline.core.patch_policy.second_look import Objection
from testfix_pipeline.core.patch_policy.source_tokens import SourceToken, number_of, tokens_of

Value = str | float

COMMON_NUMBERS = frozenset(
    {0.5, 7, 10, 12, 16, 24, 32, 60, 64, 100, 128, 180, 255, 256, 360, 365, 1000, 1024, 3600, 86400}
)
"""Numbers of units, calendars and machines, which a program may have without a test; so are the powers of ten."""
_SMALL = 2
_LEAST_UNIT = 23
"""A default or a named constant is hardly moved to a smaller number by its unit."""
_MOST_ADDED = 60
_MOST_REPEATED = 1000
_PIECE, _LONG_PIECE, _LEAST_LETTERS, _LEAST_SIGNS = 0.4, 8, 2, 5
_ARITHMETIC = frozenset("+-*/%")
_NUMERAL = re.compile(r"-?\d+(?:\.\d+)?")
_EXPECTS_ERROR = re.compile(r"\b\w*(?:raises|toThrow\w*|throws|rejects|should_panic)", re.I)
_ASSERTS = re.compile(r"\bassert\b|\bassert\w+\(|\bexpect\b")
_RAISES = frozenset({"raise", "throw", "panic", "assert", "reject"})
_CONVERSIONS = frozenset(
    {
        *("dict", "list", "tuple", "set", "frozenset", "int", "float", "complex", "bytes", "bytearray"),
        *("Decimal", "Fraction", "UUID", "loads", "fromisoformat", "strptime"),
        *("BigInt", "Symbol", "parse", "fromEntries"),
    }
)
_SOURCES = frozenset({"py", "pyi", "js", "jsx", "mjs", "cjs", "ts", "tsx", "mts", "cts", "go", "rs"})
_ENTRY = frozenset(",:()[]-+*/")
_LEAST_DIGITS = 3
_LEAST_SUM = 3
_OPERATIONS: Mapping[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Mod: operator.mod,
}


@dataclass(frozen=True)
class TestValues:
    """What the tests that a patch makes pass say, by test, and what the other tests of their files say, as source.

    passing: how many tests newly pass, cases of one function counted one by one. documents: texts that state what is
    required.
    """

    __test__ = False

    newly: Mapping[str, str]
    others: str = ""
    passing: int = 1
    documents: str = ""
    python: bool = True

    @cached_property
    def by_test(self) -> list[set[Value]]:
        """The values of each newly passing test that no other test has."""
        return [values - self._known for values in (self._values(text) for text in self.newly.values())]

    @cached_property
    def texts(self) -> list[list[str]]:
        """The texts among these."""
        return [[one for one in values if isinstance(one, str)] for values in self.by_test]

    @cached_property
    def numbers(self) -> list[list[float]]:
        """The numbers among these."""
        return [[one for one in values if isinstance(one, float)] for values in self.by_test]

    @cached_property
    def known_texts(self) -> list[str]:
        """The texts that other tests have."""
        return [one for one in self._known if isinstance(one, str)]

    @cached_property
    def _known(self) -> set[Value]:
        return self._values(self.others)

    def _values(self, source: str) -> set[Value]:
        tokens = tokens_of(source, python=self.python)
        return {one.value for one in tokens if one.value is not None}.union(*map(_numbers_of, tokens))

    @property
    def expects_error_alone(self) -> bool:
        """Whether every newly passing test wants an error and asserts nothing else."""
        wanted = (_EXPECTS_ERROR.search(text) and len(_ASSERTS.findall(text)) < 2 for text in self.newly.values())
        return bool(self.newly) and all(wanted)


Failing = Callable[[str, str], Collection[str]]
"""The tests that fail where a file of the patch (its path) has another text."""


def find_fitted_value(
    changes: Sequence[FileTexts], tests: TestValues, failing: Failing | None = None
) -> Objection | None:
    """Return the doubt about the first value of a patch that only one failing test explains, or None.

    failing: runs tests with other numbers. Where several fail with a number beside it, they explain it.
    """
    patches = [_Patch.of(one) for one in changes if one.path.rpartition(".")[2] in _SOURCES]
    judge = _Judge(tests, "\n".join([*(one.before for one in changes), tests.documents]), failing)
    for patch in patches:
        for said in judge.fitted(patch):
            return Objection("fitted_value", f"{patch.path} now has {said}, which only a test explains.", is_doubt=True)
    spoken = "\n".join([tests.others, tests.documents, *tests.newly.values()])
    for one in changes:
        if one.path.endswith(".py") and (said := moved_default(one.before, one.after, spoken)):
            return Objection("fitted_value", f"{one.path} now has {said}, of which nothing speaks.", is_doubt=True)
    if tests.expects_error_alone and not any(patch.raises for patch in patches):
        for patch in patches:
            for name in patch.conversions:
                reason = f"{patch.path} now calls {name}, whose error is all that the test sees; nothing raises one."
                return Objection("fitted_error", reason, is_doubt=True)
    return None


@dataclass(frozen=True)
class _Patch:
    """A file's tokens after a patch, and the added ones in runs: (position, length, the tokens that it replaces)."""

    path: str
    text: str
    tokens: Sequence[SourceToken]
    runs: Sequence[tuple[int, int, Sequence[SourceToken]]]

    @classmethod
    def of(cls, change: FileTexts) -> _Patch:
        python = change.path.endswith((".py", ".pyi"))
        before, after = (tokens_of(text, python=python) for text in (change.before, change.after))
        start = next((n for n, (a, b) in enumerate(zip(before, after, strict=False)) if a != b), None)
        start = min(len(before), len(after)) if start is None else start
        end = 0
        while end < min(len(before), len(after)) - start and before[-1 - end] == after[-1 - end]:
            end += 1
        old, new = before[start : len(before) - end], after[start : len(after) - end]
        found = difflib.SequenceMatcher(None, [one.text for one in old], [one.text for one in new], autojunk=False)
        blocks = [(a, b, c, d) for kind, a, b, c, d in found.get_opcodes() if kind in ("insert", "replace")]
        return cls(change.path, change.after, after, [(start + c, d - c, old[a:b]) for a, b, c, d in blocks])

    @property
    def raises(self) -> bool:
        """Whether the patch adds a statement that ends in an error."""
        return any(one.text in _RAISES for at, length, _ in self.runs for one in self.tokens[at : at + length])

    @property
    def conversions(self) -> Iterator[str]:
        """The names of added conversions that are called."""
        for at, length, _ in self.runs:
            for number in range(at, at + length):
                if self.tokens[number].text in _CONVERSIONS and self.follows(number) == "(":
                    yield self.tokens[number].text

    def is_entry(self, at: int, length: int) -> bool:
        """Whether tokens are further entries of a table, which can't be made otherwise than with their values."""
        run = range(at, at + length)
        plain = all(
            self.tokens[one].value is not None or self.tokens[one].text in _ENTRY or self.follows(one) == ":"
            for one in run
        )
        begins = "," in (self.tokens[at].text, self.tokens[at - 1].text if at else "")
        return plain and begins and any(self.tokens[one].text == ":" for one in run)

    def follows(self, at: int) -> str:
        """The text of the next token."""
        return self.tokens[at + 1].text if at + 1 < len(self.tokens) else ""

    def is_result(self, at: int) -> bool:
        """Whether a constant is what code gives back: `return 3`, `=> 3`, `? 3`, and not an operand."""
        before = self.tokens[at - 1].text if at else ""
        return before in ("return", ">", "?", "else", ":") and self.follows(at) not in _ARITHMETIC

    def neighbours(self, at: int) -> Iterator[str]:
        """The file with a number that is a little larger, and with one that is a little smaller."""
        token = self.tokens[at]
        if isinstance(token.value, float) and token.start >= 0:
            decimals = len(token.text.partition(".")[2])
            for step in (10.0**-decimals, -(10.0**-decimals)):
                end = token.start + len(token.text)
                yield f"{self.text[: token.start]}{token.value + step:.{decimals}f}{self.text[end:]}"

    def sums(self, at: int, length: int) -> Iterator[float]:
        """The values of the arithmetic with numbers alone that added tokens are a part of."""
        first = at
        while first and self._is_arithmetic(first - 1):
            first -= 1
        last = first
        while last < len(self.tokens) and (last < at + length or self._is_arithmetic(last)):
            if not self._is_arithmetic(last):
                yield from _calculated(self.tokens[first:last])
                first = last + 1
            last += 1
        yield from _calculated(self.tokens[first:last])

    def _is_arithmetic(self, at: int) -> bool:
        return isinstance(self.tokens[at].value, float) or self.tokens[at].text in _ARITHMETIC


@dataclass(frozen=True)
class _Judge:
    """Says which values of a patch one test alone explains. spoken: source and documents without the patch."""

    tests: TestValues
    spoken: str
    failing: Failing | None

    @cached_property
    def known(self) -> set[float | None]:
        """The numbers that source and documents mention."""
        return set(map(number_of, re.findall(r"\d[\d_]*(?:\.\d+)?", self.spoken)))

    def fitted(self, patch: _Patch) -> Iterator[str]:
        """Yield the values that one test alone explains, as people read them."""
        for at, length, replaced in patch.runs:
            if patch.is_entry(at, length) and not replaced:
                continue
            places = [number for number in range(at, at + length) if patch.tokens[number].value is not None]
            yield from (repr(text) for text in self._texts([patch.tokens[number].value for number in places]))
            yield from (f"a part of {patch.tokens[number].text}" for number in places if self._is_cut(patch, number))
            old = max((abs(one.value) for one in replaced if isinstance(one.value, float)), default=0.0)
            moved = old > _SMALL and at > 0 and patch.tokens[at - 1].text in ("=", ":")
            for number in places:
                found = (one for one in _numbers_of(patch.tokens[number]) if self._is_unexplained(one, moved))
                known = [one for one in found if old or patch.is_result(number) or self._shows(one)]
                yield from (f"{one:g}" for one in known if self._is_of_one_test(one, patch, number))
            yield from (f"{one:g}" for one in patch.sums(at, length) if abs(one) > _SMALL and self._shows(one) == 1)

    def _texts(self, constants: Sequence[Value | None]) -> Iterator[str]:
        given = [one for one in constants if one is not None][:_MOST_ADDED]
        codes = {_letters(text) for text in map(_text, given) if STANDARD.fullmatch(text)} - {""}
        for text in _texts_of(given):
            if _letters(text) in codes or _is_spoken(text, self.spoken):
                continue
            shows = sum(any(_covers(text, one) for one in values) for values in self.tests.texts)
            if shows == 1 and not any(text in one for one in self.tests.known_texts):
                yield text

    def _is_cut(self, patch: _Patch, at: int) -> bool:
        """Whether a text is cut to pieces that hold a test's value."""
        text = patch.tokens[at].value
        if not isinstance(text, str) or patch.follows(at) not in ("[", "."):
            return False
        values = [one for values in self.tests.texts for one in values if len(_letters(one)) > _LEAST_LETTERS]
        return any(one in text and not _is_spoken(one, self.spoken) for one in values)

    def _is_unexplained(self, number: float, moved: bool) -> bool:
        """Whether nothing but a test explains a number. moved: it replaces another one that has a name."""
        size = abs(number)
        common = size in COMMON_NUMBERS or _is_power_of_ten(size) or (size <= _SMALL and size.is_integer())
        return not (common and (not moved or size > _LEAST_UNIT)) and size not in self.known

    def _is_of_one_test(self, number: float, patch: _Patch, at: int) -> bool:
        if isinstance(patch.tokens[at].value, str) and not self._shows(number):
            return False
        if self.tests.passing > 1:
            return patch.is_result(at) and self._shows(number) == 1
        failing = self.failing
        return failing is None or len({one for text in patch.neighbours(at) for one in failing(patch.path, text)}) < 2

    def _shows(self, number: float) -> int:
        """How many tests have a number, or one with the same digits, as 11.37 and 1137."""
        digits = _digits(number)

        def is_same(one: float) -> bool:
            return one == number or (len(digits) >= _LEAST_DIGITS and _digits(one) == digits)

        return sum(any(map(is_same, values)) for values in self.tests.numbers)


def _digits(number: float) -> str:
    """The digits of a number without zeros at its ends."""
    return f"{abs(number):.9f}".replace(".", "").strip("0")


def _numbers_of(token: SourceToken) -> list[float]:
    """The number of a constant, also one in quotes; those of a text that looks like a collection."""
    if isinstance(token.value, float):
        return [token.value]
    inner = tokens_of(token.value or "", python=False) if (token.value or "")[:1] in ("{", "[", "(") else [token]
    return [float(one.value) for one in inner if one.value is not None and _NUMERAL.fullmatch(_text(one.value))]


def _calculated(tokens: Sequence[SourceToken]) -> Iterator[float]:
    """The value of arithmetic with numbers alone, nothing of what is none or of a single number."""
    if len(tokens) < _LEAST_SUM:
        return
    try:
        yield _value(python_code.parse("".join(one.text for one in tokens)).body[0])
    except (SyntaxError, ValueError, ArithmeticError):
        return


def _value(node: ast.AST) -> float:
    if isinstance(node, ast.Expr):
        return _value(node.value)
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        return float(node.value)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -_value(node.operand)
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATIONS:
        return _OPERATIONS[type(node.op)](_value(node.left), _value(node.right))
    raise ValueError(node)


def _is_power_of_ten(value: float) -> bool:
    return value > 0 and re.fullmatch(r"10*|0\.0*1", f"{value:.12f}".rstrip("0").rstrip(".")) is not None


def _texts_of(constants: Sequence[Value]) -> Iterator[str]:
    """The texts that constants that stand together can give: each, joined, repeated, encoded, turned round."""
    yield from _forms(constants)
    for start in range(len(constants)):
        joined = ""
        for one in constants[start:]:
            joined += _text(one)
            yield joined
    for number, (text, times) in enumerate(itertools.pairwise(constants)):
        if isinstance(text, str) and isinstance(times, float) and 1 < times * len(text) <= _MOST_REPEATED:
            repeated = text * int(times)
            yield from (repeated, repeated + "".join(map(_text, constants[number + 2 : number + 3])))


def _forms(constants: Sequence[Value]) -> Iterator[str]:
    for one in constants:
        if isinstance(one, str):
            yield one
            yield one[::-1]
            yield from _decoded(one)
    codes = [one for one in constants if isinstance(one, float) and one.is_integer() and 32 <= one < 0x110000]
    if len(codes) >= _LEAST_LETTERS:
        yield "".join(chr(int(one)) for one in codes)


def _text(value: Value) -> str:
    return value if isinstance(value, str) else f"{value:g}"


def _decoded(text: str) -> Iterator[str]:
    """The texts that a text may be the code of, in hexadecimal digits or base64."""
    for decode in (binascii.unhexlify, lambda one: binascii.a2b_base64(one, strict_mode=True)):
        try:
            yield decode(text).decode()
        except ValueError:  # of a text that is no code, or with other letters than ASCII
            continue


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))


def _covers(text: str, value: str) -> bool:
    letters, whole = _letters(text), _letters(value)
    if not letters:
        return len(text) >= _LEAST_SIGNS and text in value
    if letters == whole:
        return len(letters) >= _LEAST_LETTERS
    if letters not in whole or len(letters) <= _LEAST_LETTERS:
        return False
    return len(letters) >= _LONG_PIECE or (len(letters) >= _PIECE * len(whole) and _has_words(value, letters))


def _has_words(text: str, letters: str) -> bool:
    """Whether letters are whole words of a text, as `man` is not in `many`."""
    spelled = r"[\W_]*".join(map(re.escape, letters))
    return re.search(rf"(?<![^\W_]){spelled}(?![^\W_])", text, re.I) is not None


def _is_spoken(text: str, spoken: str) -> bool:
    """Whether documents or source mention a text, a word only as a whole."""
    if not text.strip():
        return True
    pattern = rf"(?<![^\W_]){re.escape(text.strip())}(?![^\W_])"
    return re.search(pattern, spoken, re.I) is not None
