"""Calls that undo another one of the same function: what is pushed is popped again, what is added is deleted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import descendants, field, text
from testfix_pipeline.repair.languages.javascript.calls import arguments_of, method_of, receiver_of
from testfix_pipeline.repair.languages.javascript.tables import INVERSE_CALLS, INVERSE_WORDS
from testfix_pipeline.repair.languages.javascript.target import JsTarget
from testfix_pipeline.repair.languages.tree_sitter.insertions import is_in_block
from testfix_pipeline.repair.model.edit import Edit

_MOST_CALLS, _MOST_OTHERS = 6, 4
_DONE = ("call_expression", "update_expression", "augmented_assignment_expression")


def inverse_calls(target: JsTarget) -> Iterator[Edit]:
    """The inverse of a call or a count of the function behind a statement, where the function lacks it."""
    if target.function is None or not is_in_block(target):
        return
    done = [one for one in descendants(target.function) if one.type in _DONE]
    known = {"".join(text(one).split()) for one in done}
    statements = [one for one in done if _is_statement(target, one)]
    yield from _returned(target, [*_released(target), *(new for new, _ in _inverses(target, statements))])
    for new, kind in _inverses(target, statements):
        bare = "".join(new.split())
        if bare not in known:
            known.add(bare)
            yield target.insert_line(target.stmt.node, f"{new};", kind, 0.5, behind=True)
            yield target.insert_line(target.stmt.node, f"{new};", kind, 0.4)


def _returned(target: JsTarget, inverses: Sequence[str]) -> Iterator[Edit]:
    """A function that undoes what was done, returned at the end of a function: `return () => this.off(name);`."""
    inside = body.named_children if (body := field(target.function, "body")) is not None else []
    if inside and inside[-1] == target.stmt.node and target.stmt.node.type not in target.forms.leaving:
        for new in dict.fromkeys(inverses):
            yield target.insert_line(target.stmt.node, f"return () => {new};", "inverse.returned", 0.5, behind=True)


def _released(target: JsTarget) -> Iterator[str]:
    """The methods of the class that undo the function around, by its name, with its parameters."""
    for name, _ in _inverse_names(target, text(field(target.function, "name"))):
        yield f"this.{name}({', '.join(target.parameters)})"


def _inverses(target: JsTarget, done: Sequence[Node]) -> Iterator[tuple[str, str]]:
    """Each inverse with its kind: of what was done, or, where a method is the class's own, for another variable."""
    for node in target.by_distance(done)[:_MOST_CALLS]:
        if node.type == "update_expression":
            yield f"{text(field(node, 'argument'))}{'--' if '++' in text(node) else '++'}", "inverse.added"
        elif method_of(node):
            given = [text(one) for one in arguments_of(node)]
            is_own = receiver_of(node) == "this" and len(given) == 1 and given[0] in target.local_names
            others = [one for one in target.local_names if one not in given][:_MOST_OTHERS] if is_own else []
            for name, count in _inverse_names(target, method_of(node)):
                called = f"{receiver_of(node)}.{name}"
                yield f"{called}({', '.join(given[:count])})", "inverse.added"
                yield from ((f"{called}({one})", "inverse.of-another") for one in others)


def _is_statement(target: JsTarget, node: Node) -> bool:
    parent = target.source.syntax.parent(node)
    return parent is not None and parent.type == "expression_statement"


def _inverse_names(target: JsTarget, name: str) -> Iterator[tuple[str, int | None]]:
    """The methods that undo one, with how many of its arguments they take (None: all)."""
    if name in INVERSE_CALLS:
        yield INVERSE_CALLS[name]
    yield from ((new, None) for new in (f"un{name}", f"de{name}", f"dis{name}") if new in target.properties)
    for word, others in INVERSE_WORDS.items():
        if name.lower().startswith(word):
            for other in others:
                new = other + name[len(word) :]
                if new in target.properties:
                    yield new, None


def forgotten_failures(target: JsTarget) -> Iterator[Edit]:
    """What is stored of a promise is deleted where the promise fails: `promise.catch(() => cache.delete(key))`."""
    if target.stmt.node.type != "expression_statement":
        return
    for node in target.of_type("call_expression"):
        given = arguments_of(node)
        if method_of(node) == "set" and len(given) == 2:
            key, value = given
            names = [text(one) for one in descendants(value) if one.type.endswith("identifier")]
            for name in [one for one in dict.fromkeys(names) if one in target.local_names]:
                forgotten = f"() => {receiver_of(node)}.delete({text(key)})"
                for chain in (f"catch({forgotten})", f"then({forgotten}, {forgotten})"):
                    line = f"{name}.{chain};"
                    yield target.insert_line(target.stmt.node, line, "inverse.on-failure", 0.5, behind=True)


def survived_failures(target: JsTarget) -> Iterator[Edit]:
    """A promise that others are chained to does not hand on its failure: `this.tail = run.catch(() => {})`."""
    if ".then(" not in target.source.text:
        return
    for node in target.of_type("assignment_expression"):
        value = field(node, "right")
        if value is not None and value.type in ("identifier", "call_expression"):
            yield target.insert(value, "", ".catch(() => {})", "error.survived", 0.5)


def forgotten_when_settled(target: JsTarget) -> Iterator[Edit]:
    """A promise that a container keeps is deleted from it when it is settled: `load(id)` with `.finally(() =>
    pending.delete(id))` behind."""
    stored = [one for one in descendants(target.function) if method_of(one) == "set"] if target.function else []
    for node in target.of_type("call_expression"):
        parent = target.source.syntax.parent(node)
        name = text(field(parent, "name")) if parent is not None and parent.type == "variable_declarator" else ""
        for call in stored:
            given = arguments_of(call)
            if len(given) == 2 and (given[1] == node or text(given[1]) == name):
                forgotten = f"() => {receiver_of(call)}.delete({text(given[0])})"
                yield target.insert(node, "", f".finally({forgotten})", "inverse.when-settled", 0.5)
