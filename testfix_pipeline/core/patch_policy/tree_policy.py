"""What the patch policies of languages with a grammar of tree-sitter share: JavaScript, Go, Rust."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.documented_behaviour import undone_promises
from testfix_pipeline.core.patch_policy.documented_functions import functions_of_tree
from testfix_pipeline.core.patch_policy.item_decisions import items_that_decide
from testfix_pipeline.core.patch_policy.language_files import LanguageFiles
from testfix_pipeline.core.patch_policy.language_model import ConstantComparison, Literal, TamperingPattern
from testfix_pipeline.core.patch_policy.learnt_literals import undocumented_literals
from testfix_pipeline.core.patch_policy.lifted_answers import AnswerSyntax, special_cases
from testfix_pipeline.core.patch_policy.syntax_decisions import decisions_of
from testfix_pipeline.core.patch_policy.syntax_nodes import added_lines, first_error, line, one_line_text, text, tokens
from testfix_pipeline.core.patch_policy.written_tests import WrittenTests

Rule = tuple[str, Callable[[Any], Iterable[Node]], str]
"""A pattern: its name, what finds it in the view of a file, and what code with it does, for people."""


def uses(pattern: str) -> Callable[[Any], Iterable[Node]]:
    """What finds the imports and members of other modules in the `paths` of a view: those that a pattern matches."""
    wanted = re.compile(pattern, re.S)
    return lambda view: {node.id: node for node, path in view.paths if wanted.fullmatch(path)}.values()


def having(pattern: str, *types: str) -> Callable[[Any], Iterable[Node]]:
    """What finds the nodes of some types in whose text a pattern occurs."""
    wanted = re.compile(pattern)
    return lambda view: (node for node in view.tree.of_type(*types) if wanted.search(text(node)))


def _known(view: Any) -> set[Literal]:
    return {value for _, value in view.constants}


def _learnt(old: Any, literals: Collection[Literal]) -> set[Literal]:
    return undocumented_literals(literals, text(old.tree.root)) - _known(old)


@dataclass(frozen=True)
class TreeRules:
    """The rules of a language. view: of a file by its path and text, with its `tree` and `constants`.

    constant: the value of a node. functions: the types of nodes that are functions. learnt: the constants of tests that
    an old file does not say. others: patterns by the old and new view. compared: the text by which matches of a rule
    are counted. doubts: those that this language alone has. asserting: what finds the functions that assert something.
    written_tests: the reader of tests, if there is one.
    """

    view: Callable[[str, str | bytes], Any]
    constant: Callable[[Node | None], object]
    functions: tuple[str, ...]
    answers: AnswerSyntax[Node]
    patterns: Sequence[Rule]
    learnt: Callable[[Any, Collection[Literal]], set[Literal]] = _learnt
    others: Callable[[Any, Any, Collection[Literal]], Iterable[TamperingPattern]] = lambda old, new, literals: ()
    compared: dict[str, Callable[[Any, Node], str]] = field(default_factory=dict)
    doubts: Callable[[Any, Any], Iterable[TamperingPattern]] = lambda old, new: ()
    asserting: Callable[[Any], Iterable[Node]] = lambda view: ()
    written_tests: Callable[[str, str | bytes], WrittenTests | None] = lambda path, source: None

    def added(self, old: Any, new: Any, test_literals: Collection[Literal]) -> list[TamperingPattern]:
        """The patterns that occur more often in `new` than in `old`, in the order of the rules; special-casing last."""
        learnt = self.learnt(old, test_literals)
        found = []
        for rule, matches, said in [*self.patterns, _special_case(learnt, self.answers)]:
            described = self.compared.get(rule, _text)
            before, after = ([(node, described(view, node)) for node in matches(view)] for view in (old, new))
            if lines := added_lines(before, after):
                found.append(TamperingPattern(rule, lines, f"The patch adds code that {said}."))
        return [*self.others(old, new, test_literals), *found]


def _text(view: Any, node: Node) -> str:
    return one_line_text(node)


def _special_case(learnt: Collection[Literal], answers: AnswerSyntax[Node]) -> Rule:
    def matches(view: Any) -> Iterable[Node]:
        return special_cases(view.tree.nodes, learnt, answers)

    return "special_case", matches, "gives a test's expected value for its input"


class TreePolicy(LanguageFiles, ABC):
    """The methods of `LanguagePolicy` that need a syntax tree. `rules` loads the grammar, with the first file."""

    @abstractmethod
    def rules(self) -> TreeRules:
        """The rules of the language."""

    def asserting(self, source: str | bytes) -> set[str]:
        rules = self.rules()
        return set(map(one_line_text, rules.asserting(rules.view(f"a{self.suffixes[-1]}", source))))

    def written_tests(self, path: str, source: str | bytes) -> WrittenTests | None:
        return self.rules().written_tests(path, source)

    def syntax_error(self, path: str, before: str | bytes | None, after: str | bytes) -> str:
        view = self.rules().view
        found = first_error(view(path, after).tree.root)
        is_known = first_error(view(path, before).tree.root) is None if before else not path.lower().endswith("ts")
        if found is None or not is_known:
            return ""  # it may be syntax that the grammar does not know; the run tells
        return f"The file can't be parsed after the patch, near line {line(found)}."

    def tokens(self, path: str, source: str | bytes) -> tuple[str, ...] | None:
        return tokens(self.rules().view(path, source).tree.root)

    def literals(self, path: str, source: str | bytes) -> set[Literal]:
        return _known(self.rules().view(path, source))

    def decisions(self, path: str, source: str | bytes) -> list[ConstantComparison]:
        return list(decisions_of(self.rules().view(path, source).tree, self.rules().constant))

    def doubts(self, path: str, before: str | bytes, after: str | bytes) -> list[TamperingPattern]:
        rules = self.rules()
        old, new = rules.view(path, before), rules.view(path, after)
        documented = (functions_of_tree(one.tree, rules.functions) for one in (old, new))
        items = items_that_decide(old.tree, new.tree, rules.constant)
        return [*rules.doubts(old, new), *items, *undone_promises(*documented)]

    def added_tampering(
        self, path: str, before: str | bytes, after: str | bytes, test_literals: Collection[Literal]
    ) -> list[TamperingPattern]:
        rules = self.rules()
        return rules.added(rules.view(path, before), rules.view(path, after), test_literals)
