"""Early exits put in front of a Go statement: what is asked, of what, and how the function is left."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from testfix_pipeline.core.patch_policy.syntax_nodes import field, is_inside, text
from testfix_pipeline.repair.languages.go.source import LOOPS
from testfix_pipeline.repair.languages.go.target import GoTarget
from testfix_pipeline.repair.languages.go.types import NUMBERS
from testfix_pipeline.repair.languages.tree_sitter.guards import asked_elsewhere, copied_guards, just_bound
from testfix_pipeline.repair.languages.tree_sitter.insertions import is_in_block
from testfix_pipeline.repair.model.edit import Edit

_MOST_SUBJECTS, _MOST_EXITS, _MOST_OWN = 6, 8, 3
_NAME = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*(?![\w.(])")  # nothing that is called
_COMPARED, _MOST_COMPARED = ("identifier", "selector_expression", "index_expression"), 4
_OF_NUMBERS = ("{0} <= 0", "{0} < 0", "{0} == 0")
_OF_TEXTS = ('{0} == ""',)
_OF_LISTS = ("len({0}) == 0",)
_OF_OTHERS = ("{0} == nil", "{0}", "!{0}")


def guards(target: GoTarget) -> Iterator[Edit]:
    """An early exit in front of a statement: for missing, empty or small values, or as the file asks elsewhere."""
    if not is_in_block(target):
        return
    yield from copied_guards(target)
    subjects, exits = _subjects(target), _exits(target)
    asked = [("guard.value", question.format(name)) for name in subjects for question in _questions(target, name)]
    asked += [("guard.bound", question) for question in (*_index_questions(target), *_comparisons(target))]
    asked += [("guard.asked", question) for question in asked_elsewhere(target, subjects, _NAME, text)]
    newline, indent = target.source.newline, target.indent_at(target.stmt.start)
    for kind, question in dict.fromkeys(asked):
        for leave in exits:
            guard = f"if {question} {{{newline}{indent}\t{leave}{newline}{indent}}}"
            yield target.insert_line(target.stmt.node, guard, kind, 0.4)


def errors(target: GoTarget) -> Iterator[Edit]:
    """An error that was found handed on, behind the statement that found it; or no longer thrown away."""
    node = target.stmt.node
    if node.type not in ("short_var_declaration", "assignment_statement") or not is_in_block(target):
        return
    left, right = field(node, "left"), field(node, "right")
    names = left.named_children if left is not None else []
    if "error" not in target.results or right is None or not names or right.named_children[0].type != "call_expression":
        return
    newline, indent, last = target.source.newline, target.indent_at(target.stmt.start), names[-1]
    guard = f"if err != nil {{{newline}{indent}\t{target.exit('err')}{newline}{indent}}}"
    if text(last) == "err":
        yield target.insert_line(node, guard, "guard.error", 0.8, behind=True)
    elif text(last) == "_":
        whole = text(node)[last.end_byte - node.start_byte :] if text(node).isascii() else ""
        head = text(node)[: last.start_byte - node.start_byte]
        if whole:
            yield target.edit(node, f"{head}err{whole}{newline}{indent}{guard}", "guard.error", 0.8)
            declared = whole.replace(" = ", " := ", 1)
            yield target.edit(node, f"{head}err{declared}{newline}{indent}{guard}", "guard.error", 0.6)


def new_maps(target: GoTarget) -> Iterator[Edit]:
    """A map that may be nil made before it is written to."""
    for node in target.of_type("index_expression") if is_in_block(target) else ():
        operand = text(field(node, "operand"))
        kind = target.kind(field(node, "operand"))
        if kind.startswith("map["):
            newline, indent = target.source.newline, target.indent_at(target.stmt.start)
            guard = f"if {operand} == nil {{{newline}{indent}\t{operand} = make({kind}){newline}{indent}}}"
            yield target.insert_line(target.stmt.node, guard, "guard.map", 0.6)
        inner = re.match(r"map\[[^\]]*\](map\[.*)", kind)
        if inner is not None:
            whole, newline = text(node), target.source.newline
            indent = target.indent_at(target.stmt.start)
            guard = f"if {whole} == nil {{{newline}{indent}\t{whole} = make({inner[1]}){newline}{indent}}}"
            yield target.insert_line(target.stmt.node, guard, "guard.map", 0.6)


def _questions(target: GoTarget, name: str) -> tuple[str, ...]:
    kind = target.known.plain(target.types.get(name, "") or target.known.field_type(name.rpartition(".")[2]))
    if kind == "string":
        return (*_OF_TEXTS, *_OF_LISTS)
    if kind.startswith(("[]", "map[")):
        return (*_OF_LISTS, "{0} == nil")
    if kind.startswith(("*", "func(", "chan ")) or kind in ("error", "any"):
        return ("{0} == nil", "{0} != nil")
    if kind == "bool":
        return ("{0}", "!{0}")
    if kind in NUMBERS:
        return _OF_NUMBERS
    return () if kind else (*_OF_NUMBERS, *_OF_TEXTS, *_OF_LISTS, *_OF_OTHERS)


def _index_questions(target: GoTarget) -> Iterator[str]:
    """Whether the indexes of the statement are out of bounds."""
    for node in target.of_type("index_expression"):
        operand, index = text(field(node, "operand")), text(field(node, "index"))
        if target.kind(field(node, "operand")).startswith("map["):
            yield f"_, found := {text(node)}; found"
            yield f"_, found := {text(node)}; !found"
        elif not index.isdigit() and not index.startswith(('"', "'", "`")):
            yield f"{index} >= len({operand})"
            yield f"{index} < 0 || {index} >= len({operand})"
            yield f"{index} < 0"
        elif index.isdigit():
            yield f"len({operand}) <= {index}"
    for node in target.of_type("binary_expression"):
        if text(field(node, "operator")) in ("/", "%"):
            yield f"{text(field(node, 'right'))} == 0"


def _comparisons(target: GoTarget) -> Iterator[str]:
    """Whether more is taken away than there is, and how the numbers of the statement compare."""
    node = target.stmt.node
    if node.type == "assignment_statement" and text(field(node, "operator")) == "-=":
        yield f"{text(field(node, 'right'))} > {text(field(node, 'left'))}"
        yield f"{text(field(node, 'right'))} >= {text(field(node, 'left'))}"
    numbers = [one for one in target.of_type(*_COMPARED) if target.kind(one) in NUMBERS]
    names = list(dict.fromkeys(map(text, numbers)))[:_MOST_COMPARED]
    for one, other in itertools.permutations(names, 2):
        yield f"{one} > {other}"
        yield f"{one} >= {other}"


def _subjects(target: GoTarget) -> list[str]:
    """What may be asked: what was just bound, what the statement reads, then the parameters of the function."""
    read = dict.fromkeys(text(one) for one in target.of_type("identifier", "selector_expression"))
    inside = [name for name in read if name.split(".")[0] in target.local_names and _NAME.fullmatch(name)]
    found = dict.fromkeys((*just_bound(target, _NAME), *inside, *target.parameters))
    return [name for name in found if name != "_"][:_MOST_SUBJECTS]


def _exits(target: GoTarget) -> list[str]:
    """How the function is left: as elsewhere in it, with zero values, with what it has, as elsewhere in the file."""
    around = {one.type for one in target.source.syntax.above(target.stmt.node)}
    own = dict.fromkeys(text(one) for one in target.leaving if is_inside(one, target.function))
    in_loop = ["continue", "break"] if around & set(LOOPS) else []
    zero = [target.exit("err" if "err" in target.local_names else "nil")]
    booleans = ["return true", "return false"] if target.results == ["bool"] else []
    errors = [target.exit(one) for one in target.own_errors] if "error" in target.results else []
    single = [f"return {name}" for name in target.local_names[:2]] if len(target.results) == 1 else []
    found = (*in_loop, *zero, *booleans, *list(own)[:_MOST_OWN], *errors[:_MOST_OWN], *single)
    return list(dict.fromkeys(found))[:_MOST_EXITS]
