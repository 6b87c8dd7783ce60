"""Edit templates that are written as text."""

from __future__ import annotations

from collections.abc import Iterator

from testfix_pipeline.repair.languages.python.templates import predicates
from testfix_pipeline.repair.languages.python.templates.matching import Condition
from testfix_pipeline.repair.languages.python.templates.template import Template
from testfix_pipeline.repair.languages.rule_text import read_blocks


def read_templates(text: str) -> Iterator[Template]:
    """Yields the templates of a text as `read_blocks` reads it; a heading is an id, an edit, and conditions.

    `\\n` in an example stands for the end of a line.
    """
    for (name, edit, *conditions), rules in read_blocks(text):
        first, *more = rules
        examples = [(_lines(before), _lines(after)) for rule in rules for before, after in rule.examples]
        non_examples = [_lines(code) for rule in rules for code in rule.non_examples]
        where = [read_condition(condition) for condition in conditions]
        also = {rule.match: rule.rewrites for rule in more}
        yield Template(name, first.match, first.rewrites, edit, where, examples, non_examples, also)


def read_condition(text: str) -> Condition:
    """A condition: names of predicates with their arguments, `not` before and `or` between them."""
    alternatives = [_alternative(alternative) for alternative in text.split(" or ")]
    return alternatives[0] if len(alternatives) == 1 else predicates.any_of(*alternatives)


def _lines(code: str) -> str:
    return code.replace("\\n", "\n")


def _alternative(text: str) -> Condition:
    name, *arguments = text.removeprefix("not ").split()
    found = getattr(predicates, name)
    condition: Condition = found(*arguments) if arguments else found
    return predicates.negation(condition) if text.startswith("not ") else condition
