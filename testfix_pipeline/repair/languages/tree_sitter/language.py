"""What the core asks of a language that is read by tree-sitter, as far as languages differ by a table alone."""

from __future__ import annotations

import itertools
import re
from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import SyntaxNodes, TextChange, text
from testfix_pipeline.core.records import Failure
from testfix_pipeline.execution.project_files import read_text
from testfix_pipeline.repair.language.language import Language
from testfix_pipeline.repair.language.overfitting_signs import Signs
from testfix_pipeline.repair.languages.tree_sitter.forms import Forms
from testfix_pipeline.repair.languages.tree_sitter.place_features import Shapes, TreePlaceFeatures
from testfix_pipeline.repair.languages.tree_sitter.producer import TreeProducer
from testfix_pipeline.repair.languages.tree_sitter.source import TreeSource
from testfix_pipeline.repair.languages.tree_sitter.target import TreeTarget
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.edit import Edit, Replacement
from testfix_pipeline.repair.model.failure_evidence import FailureEvidence
from testfix_pipeline.repair.model.source_text import SourceText
from testfix_pipeline.repair.model.symptoms import Symptoms
from testfix_pipeline.repair.model.tokens import Tokens

_LITERAL = re.compile(r"'[^'\n]*'|\"[^\"\n]*\"|(?<![\w.])\d+(?:\.\d+)?")
_AROUND = 3
"""How many lines above the failing one of a test may hold its literals."""
_TOKEN = re.compile(
    r"(?P<skip>[^\S\n]+|//[^\n]*|/\*.*?\*/)"
    r"|(?P<word>'(?:\\.|[^'\\\n])*'|\"(?:\\.|[^\"\\\n])*\"|`(?:\\.|[^`\\])*`|\d[\w.]*|[\w$#]+"
    r"|:=|>>>=|\.\.\.|===|!==|\*\*=|<<=|>>=|>>>|&&=|\|\|=|\?\?=|=>|==|!=|<=|>=|&&|\|\||\?\?|\?\."
    r"|\+\+|--|\+=|-=|\*=|/=|%=|&=|\|=|\^=|<<|>>|\*\*|\n|.)",
    re.DOTALL,
)


_BRACKETS = {**dict.fromkeys("([{", 1), **dict.fromkeys(")]}", -1)}
_REACHED = ("break_statement", "labeled_statement")
_LEAVING_LOOPS = ("break_statement", "continue_statement")
_DECLARED = (
    *("function_declaration", "generator_function_declaration", "type_alias_declaration", "interface_declaration"),
    *("comment", "empty_statement"),
)


class TreeLanguage(Language):
    """exits: words that end a function; equalities: operators that compare; assertions: the types of errors that tests
    raise themselves; target_type: of a statement to edit; shapes: see `Shapes`."""

    is_learned = False
    exits: ClassVar[Sequence[str]]
    equalities: ClassVar[Sequence[str]]
    assertions: ClassVar[Collection[str]]
    target_type: ClassVar[type[TreeTarget]]
    shapes: ClassVar[Shapes]

    @abstractmethod
    def compared_values(self, message: str) -> Iterator[tuple[str, str]]:
        """Yields pairs of an actual and an expected value that a message names, as source text."""

    def lex(self, text: str, depth: int = 0, indent: int = 0) -> Tokens:
        return lex(text, depth, indent)

    def is_comment(self, line: str) -> bool:
        return line.lstrip().startswith(("//", "/*", "*"))

    def target(
        self,
        source: Any,
        stmt: Any,
        failure_evidence: FailureEvidence,
        replacements: Sequence[Replacement] = (),
        project: Sequence[SourceText] = (),
    ) -> TreeTarget:
        return self.target_type(source, stmt, failure_evidence, project)

    def propose(self, target: TreeTarget, producer: TreeProducer) -> Sequence[Edit]:
        found = list(producer.edits(target))
        if target.inner:
            found += [edit for one in target.inner for edit in producer.edits(one)]
            found = list({(*edit.spans, edit.kind): edit for edit in found}.values())
        return found

    def differs(self, source: TreeSource, function: None, text: str) -> bool:
        """Whether the tokens of a file differ, comments left out. Raises SyntaxError where the new text is no code."""
        found, change = source.syntax.changed(text)
        if found.root.has_error:
            raise SyntaxError(source.path)
        return _is_other_code(source.syntax, found, change)

    def adds_unreachable(self, source: TreeSource, function: None, text: str) -> bool:
        found, change = source.syntax.changed(text)
        return adds_unreachable(source.syntax, found, change, source.forms)

    def repeated(self, source: TreeSource, edit: Edit) -> Edit | None:
        return repeated_edit(source, edit)

    def signs(self, candidate: Candidate, evidence: FailureEvidence) -> Signs:
        return _signs_of(candidate, evidence, self.exits, self.equalities)

    def failure_evidence(self, failures: Sequence[Failure], root: Path) -> FailureEvidence:
        return failure_evidence(failures, root, self.assertions, self.compared_values)

    def place_features(self, symptoms: Symptoms, root: Path) -> Sequence[TreePlaceFeatures]:
        return [TreePlaceFeatures(symptoms, self.shapes)]


def _is_other_code(old: SyntaxNodes, new: SyntaxNodes, change: TextChange) -> bool:
    """Whether the tokens of two versions of a file differ, comments left out. change: where their texts differ.

    The whole files are only compared where what changed has the same tokens.
    """
    start, old_end, new_end = change
    is_changed = _tokens(old.root, start, old_end) != _tokens(new.root, start, new_end)
    return is_changed or _tokens(old.root, 0, len(old.raw)) != _tokens(new.root, 0, len(new.raw))


def _tokens(root: Node, start: int, end: int) -> list[str]:
    """The tokens of a tree that have a part of these bytes, comments left out."""
    found, pending = [], [root]
    while pending:
        node = pending.pop()
        if node.start_byte >= end or node.end_byte <= start or node.type == "comment":
            continue
        pending.extend(reversed(node.children))
        if not node.child_count:
            found.append(text(node))
    return found


def _signs_of(
    candidate: Candidate, evidence: FailureEvidence, exits: Sequence[str], equalities: Sequence[str]
) -> Signs:
    """What the words that come and go say. exits: those that end a function; equalities: operators that compare."""
    is_deletion, dropped, literals, constant_conditions = True, 0, 0, 0
    for part in candidate.parts:
        old, new = Counter(lex(part.source.text).words), Counter(lex(part.text).words)
        come, gone = new - old, old - new
        is_deletion = is_deletion and not any(any(map(str.isalnum, word)) for word in come)
        dropped += max(0, sum(gone[word] - come[word] for word in exits))
        literals += sum(times for word, times in come.items() if word in evidence.test_literals)
        constant_conditions += sum(come[sign] for sign in equalities) if literals else 0
    answers = literals >= 2 and constant_conditions > 0 and not is_deletion
    return Signs(
        is_deletion=is_deletion,
        dropped_exits=dropped,
        literals=literals,
        constant_conditions=constant_conditions,
        has_special_case=answers,
    )


def failure_evidence(
    failures: Sequence[Failure],
    root: Path,
    assertions: Collection[str],
    values: Callable[[str], Iterator[tuple[str, str]]],
) -> FailureEvidence:
    """The evidence of these failures.

    assertions: the types of errors that tests raise themselves. values: finds what was compared in a message, as source
    text.
    """
    crashes: dict[tuple[str, int], str] = {}
    passed: dict[tuple[str, int], str] = {}
    for failure in failures:
        if failure.frames and failure.error_type not in assertions:
            crashes[failure.frames[-1].file, failure.frames[-1].line] = failure.error_type
        passed.update({(frame.file, frame.line): failure.error_type for frame in failure.frames})
    return FailureEvidence(
        errors=frozenset(
            "AssertionError" if failure.error_type in assertions else failure.error_type for failure in failures
        ),
        messages=tuple(dict.fromkeys(failure.error for failure in failures)),
        values=tuple(dict.fromkeys(pair for failure in failures for pair in values(failure.error))),
        test_literals=frozenset(literal for failure in failures for literal in _literals(failure, root)),
        crash_lines=crashes,
        passed_lines=passed,
    )


def _literals(failure: Failure, root: Path) -> Iterator[str]:
    """The literals on the line of the test that failed, and just above it."""
    file = failure.test.file
    line = next((frame.line for frame in failure.frames if frame.file == file), 0)
    lines = read_text(root / file).splitlines() if line else []
    yield from _LITERAL.findall("\n".join(lines[max(0, line - 1 - _AROUND) : line]))


def repeated_edit(source: TreeSource, edit: Edit) -> Edit | None:
    """The edit at all places of the file with the same code around it; None if there is no other, or nothing replaced.

    Tests often show such a mistake at one of its places. "Systematic editing" (PLDI 2011) applies an edit to such code.
    """
    around = _expression_around(source, edit) if not edit.more and edit.start < edit.end else None
    if around is None:
        return None
    first, end = source.span(around)
    starts = [source.span(one)[0] for one in source.syntax.same_code(around)]
    others = [start for start in starts if start >= end or start + end - first <= first]
    if not others:
        return None
    more = [(start + edit.start - first, start + edit.end - first, edit.replacement) for start in others]
    note = f"{edit.note}, at {len(more) + 1} places" if edit.note else f"at {len(more) + 1} places"
    return replace(edit, more=tuple(more), repeats=len(more), note=note)


def _expression_around(source: TreeSource, edit: Edit) -> Node | None:
    """The smallest expression that holds more than what an edit replaces, and more than a member's name."""
    covering = [one for one in source.syntax.nodes if one.is_named and _covers(source.span(one), edit)]
    narrow = (source.forms.arguments, source.forms.member, "parenthesized_expression")
    for node in reversed(covering):
        if source.is_statement(node) or node.type in (*source.forms.bodies, *source.forms.blocks):
            return None
        if node.type not in narrow and node.type.endswith("expression"):
            return node
    return None


def _covers(span: tuple[int, int], edit: Edit) -> bool:
    return span[0] <= edit.start and edit.end <= span[1] and span != (edit.start, edit.end)


def lex(text: str, depth: int = 0, indent: int = 0) -> Tokens:
    """The tokens with their offsets; `depth` and `indent` are the state at the beginning."""
    matches = [match for match in _TOKEN.finditer(text) if match.lastgroup == "word"]
    words = [match.group() for match in matches]
    depths = []
    for word in words:
        depth = max(0, depth + _BRACKETS.get(word, 0))
        depths.append(depth)
    starts, ends = [match.start() for match in matches], [match.end() for match in matches]
    return Tokens(words, starts, ends, depths, [indent] * len(words))


def adds_unreachable(old: SyntaxNodes, new: SyntaxNodes, change: TextChange, forms: Forms) -> bool:
    """Whether a change makes a statement unreachable: no repair needs code that never runs."""
    start, old_end, new_end = change
    return _unreachable(new.root, start, new_end, forms) > _unreachable(old.root, start, old_end, forms)


def _unreachable(root: Node, start: int, end: int, forms: Forms) -> int:
    """The number of unreachable statements in the blocks that these bytes stand in, and inside of them."""
    return sum(
        len(statements) - number - 1
        for block in _blocks(root, start, end, forms)
        if (statements := [one for one in block.named_children if one.type not in _DECLARED])
        if (number := _first_leaving(statements, forms)) is not None
    )


def _blocks(root: Node, start: int, end: int, forms: Forms) -> Iterator[Node]:
    pending = [root]
    while pending:
        node = pending.pop()
        if node.start_byte <= end and start <= node.end_byte:
            pending += node.children
            if node.type in forms.blocks:
                yield node


def _first_leaving(statements: list[Node], forms: Forms) -> int | None:
    """The number of the first statement that leaves the block; a `break` behind it in a `case` is usual, and a label is
    reached otherwise."""
    return next(
        (
            number
            for number, (one, following) in enumerate(itertools.pairwise(statements))
            if one.type in (*forms.leaving, *_LEAVING_LOOPS) and following.type not in _REACHED
        ),
        None,
    )
