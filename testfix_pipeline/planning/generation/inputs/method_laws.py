"""Laws of pairs of methods: one undoes the other or returns what the other stored.

Each law is several lines: an instance, what it is like, a call of each, and what should hold then. It becomes a test
only where it was observed to hold for every input that the methods take. Where the documentation promises it and the
code breaks it, that is a finding.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from testfix_pipeline.core.code_view import snake_case
from testfix_pipeline.core.python_code import FunctionNode
from testfix_pipeline.planning.generation.inputs.arguments import Arguments, argument_lists, parameters_of
from testfix_pipeline.planning.generation.inputs.instances import Classes
from testfix_pipeline.planning.generation.inputs.state_observers import changes_state, state_expressions
from testfix_pipeline.planning.generation.subjects.examples import Example, Law
from testfix_pipeline.planning.generation.subjects.subject import Subject

_PAIRS = (
    ("add", "remove"), ("add", "discard"), ("add", "delete"), ("add", "pop"), ("insert", "remove"), ("put", "remove"),
    ("insert", "delete"), ("push", "pop"), ("append", "pop"), ("put", "get"), ("set", "get"), ("add", "get"),
    ("put", "take"), ("enqueue", "dequeue"), ("register", "unregister"), ("register", "deregister"), ("set", "unset"),
    ("subscribe", "unsubscribe"), ("increment", "decrement"), ("increase", "decrease"), ("open", "close"),
    ("start", "stop"), ("attach", "detach"), ("connect", "disconnect"), ("deposit", "withdraw"), ("set", "delete"),
    ("credit", "debit"), ("lock", "unlock"), ("acquire", "release"), ("enable", "disable"), ("follow", "unfollow"),
    ("mark", "unmark"), ("store", "load"), ("save", "load"), ("write", "read"), ("enter", "leave"), ("join", "leave"),
    ("link", "unlink"), ("bind", "unbind"), ("reserve", "release"), ("check_out", "check_in"), ("do", "undo"),
    ("push", "peek"), ("push", "top"), ("register", "get"), ("register", "lookup"), ("store", "get"),
)  # fmt: skip
_FIRST_OUT = {"enqueue", "put"}
_LAST_OUT = {"push"}
_MOST_ARGUMENTS, _MOST_WAYS, _MOST_PAIRS = 5, 2, 3
FEWEST = 3
"""Inputs that a law of methods must have been seen to hold for: each is a state and a call."""
_PROMISES = re.compile(r"\b(undo(es)?|reverses?|reverts?|inverse|opposite|counterpart|gives? back|restores?)\b", re.I)
_LAST_PROMISED = re.compile(
    r"\bLIFO\b|last.in,?.first.out|most recently (added|pushed)|last (item )?(added|pushed)", re.I
)
_FIRST_PROMISED = re.compile(r"\bFIFO\b|first.in,?.first.out|oldest (item|entry|one)", re.I)


@dataclass(frozen=True)
class _Pair:
    """Two methods of a class. `given`: argument lists of the first, each with the arguments of the second."""

    owner: ast.ClassDef
    do: FunctionNode
    undo: FunctionNode
    given: list[tuple[Arguments, str, list[str]]]

    @property
    def words(self) -> str:
        """The class's name in snake case."""
        return snake_case(self.owner.name).strip("_")


def pair_examples(subject: Subject, classes: Classes) -> list[Example]:
    """The instances of each law of a method that undoes another one or returns what that one stored."""
    if subject.kind != "method" or subject.owner is None or subject.is_async:
        return []
    found: list[Example] = []
    for do in _counterparts(subject)[:_MOST_PAIRS]:
        given = list(_paired_arguments(do, subject.node, classes))
        pair = _Pair(subject.owner, do, subject.node, given)
        found += [*_return_examples(pair, classes), *_restore_examples(pair, classes), *_order_examples(pair, classes)]
    return found


def _counterparts(subject: Subject) -> list[FunctionNode]:
    """The methods of the class that one of this name undoes or reads, by their names."""
    owner = subject.owner
    methods = {one.name: one for one in owner.body if isinstance(one, ast.FunctionDef)} if owner is not None else {}
    found = {}
    for there, back in _PAIRS:
        other = re.sub(rf"(?<![a-z]){back}(?![a-z])", there, subject.node.name)
        if other != subject.node.name and other in methods and not methods[other].decorator_list:
            found[other] = methods[other]
    return list(found.values())


def _paired_arguments(
    do: FunctionNode, undo: FunctionNode, classes: Classes
) -> Iterator[tuple[Arguments, str, list[str]]]:
    """Yield argument lists of the first method, those of the second, and the values that only the first gets."""
    needed = [one for one in parameters_of(undo, bound=True) if not one.optional and not one.many]
    for given in argument_lists(parameters_of(do, bound=True), classes.pools(do), most=2 * _MOST_ARGUMENTS):
        texts = {parameter.name: value.text for parameter, value in given.given}
        if given.is_edge or "tmp_path" in given.text or len(needed) > len(texts):
            continue
        passed = [one.name if one.name in texts else "" for one in needed]
        if len(passed) == 1 and not passed[0]:
            passed = [next(iter(texts))]
        if all(passed):
            rest = [text for name, text in texts.items() if name not in passed]
            yield given, ", ".join(texts[name] for name in passed), rest


def _states(pair: _Pair, classes: Classes, *, used: bool) -> list[tuple[str, list[str]]]:
    """Names of instances with the lines that make them: new ones, and with `used` also some with changed state."""
    ways = classes.constructions(pair.owner.name)[:_MOST_WAYS]
    variable = pair.words.rpartition("_")[2]
    variable = f"given_{variable}" if variable in {"before", "item"} else variable
    found: list[tuple[str, list[str]]] = []
    for way in ways:
        is_fixture = way in classes.supplies.fixtures.own
        name = way if is_fixture else variable
        lines = [] if is_fixture else [f"{name} = {way}"]
        found.append((name, lines))
        if used and len(pair.given) == 1 and not pair.given[0][0].text:
            do, undo = f"{name}.{pair.do.name}()", f"{name}.{pair.undo.name}({pair.given[0][1]})"
            found += [(name, [*lines, *before]) for before in ([do, undo], [do, undo, do, undo], [do])]
        if used and len(pair.given) > 1:
            found.append((name, [*lines, f"{name}.{pair.do.name}({_other_arguments(pair)[0].text})"]))
    return found


def _other_arguments(pair: _Pair) -> tuple[Arguments, str, list[str]]:
    """Arguments to change the state with beforehand, different from the first ones."""
    first = pair.given[0]
    others = [one for one in pair.given[1:] if one[1] != first[1] or not one[1]]
    return others[-1] if others else pair.given[-1]


def _return_examples(pair: _Pair, classes: Classes) -> Iterator[Example]:
    """Yield examples of `store.put(key, value)`, then `store.get(key) == value`."""
    if not any(isinstance(node, ast.Return) and node.value is not None for node in ast.walk(pair.undo)):
        return
    law = _law(pair, f"{pair.words}_{pair.undo.name}_gives_back_what_{pair.do.name}_was_given", _PROMISES)
    for name, lines in _states(pair, classes, used=False):
        for given, passed, rest in pair.given[:_MOST_ARGUMENTS]:
            if len(rest) == 1:
                setup = [*lines, f"{name}.{pair.do.name}({given.text})"]
                yield _example(law, setup, f"{name}.{pair.undo.name}({passed}) == {rest[0]}")


def _restore_examples(pair: _Pair, classes: Classes) -> Iterator[Example]:
    """Yield examples that compare the state before both calls with the state after them."""
    forms = state_expressions(pair.owner)
    if not forms or not changes_state(pair.undo, pair.owner):
        return
    law = _law(pair, f"{pair.words}_{pair.undo.name}_undoes_{pair.do.name}", _PROMISES)
    for name, lines in _states(pair, classes, used=True):
        state = [form.replace("{}", name) for form in forms]
        kept = state[0] if len(state) == 1 else f"({', '.join(state)})"
        now = kept.replace("copy.deepcopy", "")
        now = re.sub(r"(?<![\w.])\((\w+\.\w+)\)", r"\1", now)
        for given, passed, _ in pair.given[:_MOST_ARGUMENTS]:
            if (
                len(pair.given) > 1
                and len(lines) > 1
                and (given.text == _other_arguments(pair)[0].text or (passed and passed == _other_arguments(pair)[1]))
            ):
                continue
            both = [f"{name}.{pair.do.name}({given.text})", f"{name}.{pair.undo.name}({passed})"]
            yield _example(law, [*lines, f"before = {kept}", *both], f"{now} == before")


def _order_examples(pair: _Pair, classes: Classes) -> Iterator[Example]:
    """Yield examples of the order in which two stored values come out."""
    verb = pair.do.name.partition("_")[0]
    if verb not in _FIRST_OUT | _LAST_OUT or not changes_state(pair.undo, pair.owner):
        return
    first = verb in _FIRST_OUT
    order = "order" if first else "reverse_order"
    law = _law(pair, f"{pair.words}_gives_back_in_{order}", _FIRST_PROMISED if first else _LAST_PROMISED)
    single = [(given, rest[0]) for given, passed, rest in pair.given if len(rest) == 1 and not passed]
    for name, lines in _states(pair, classes, used=False):
        for (one, value), (other, second) in zip(single, [*single[1:], *single[:1]], strict=True):
            if value == second:
                continue
            setup = [*lines, f"{name}.{pair.do.name}({one.text})", f"{name}.{pair.do.name}({other.text})"]
            wanted = [value, second] if first else [second, value]
            call = f"{name}.{pair.undo.name}()"
            yield _example(law, setup, f"[{call}, {call}] == [{', '.join(wanted)}]")


def _law(pair: _Pair, name: str, promise: re.Pattern[str]) -> Law:
    return Law(re.sub(r"__+", "_", name), "", promise=_promising_sentence(pair, promise), fewest=FEWEST, several=True)


def _promising_sentence(pair: _Pair, pattern: re.Pattern[str]) -> str:
    """The documentation's sentence that promises a law, "" if there is none."""
    places: Sequence[tuple[ast.ClassDef | FunctionNode, str]] = (
        (pair.undo, pair.do.name),
        (pair.do, pair.undo.name),
        (pair.owner, pair.undo.name if pattern is _PROMISES else ""),
    )
    for node, other in places:
        for sentence in re.split(r"(?<=\.)\s+|\n\s*\n", ast.get_docstring(node) or ""):
            about = pattern is not _PROMISES or re.search(rf"\b{re.escape(other)}\b", sentence)
            if pattern.search(sentence) and about:
                return " ".join(sentence.split()).rstrip(".")
    return ""


def _example(law: Law, setup: Sequence[str], claim: str) -> Example:
    return Example(claim, "law", tuple(setup), law=law)
