"""What each rule of repair is worth: the known fixes that it decides, of how many projects, and the lines it costs.

    make ledger                                   # the producers of edits of each language, then the kinds of edits
    python -m benchmarks.ledger --level producer  # those of one level
    python -m benchmarks.ledger --less-than 2     # only rules that fewer projects need

Read from the rows that the orders of edits are fitted to (`benchmarks.repair.training`). A fix is decided by the rules
that propose its right text at its place. `needed` counts the projects with a fix that one rule alone decides: mined
projects, training programs with their mutations. Rules of which no row exists say "no rows": they were added later, or
their benchmark keeps none.

Rows are of programs that rules were written on, so they say too little of others: whoever deletes rules by them
compares the engines on held-out programs first (`benchmarks.repair --set held-out-1`, `benchmarks.repair.paired`)
and notes here what only a rule decides there (`HELD_OUT`).
"""

from __future__ import annotations

import argparse
import inspect
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

from benchmarks.javascript import known_fixes as javascript
from benchmarks.repair.training.rows import ROWS, Table, read
from testfix_pipeline.repair.language.overfitting_signs import Signs
from testfix_pipeline.repair.languages.go.producers import PRODUCERS as OF_GO
from testfix_pipeline.repair.languages.javascript.producers import PRODUCERS as OF_JAVASCRIPT
from testfix_pipeline.repair.languages.javascript.rules import RULES
from testfix_pipeline.repair.languages.python.producers import PRODUCERS as OF_PYTHON
from testfix_pipeline.repair.languages.python.templates.catalogue import TEMPLATES
from testfix_pipeline.repair.ranking.edit_features import LEVELS

PACKAGE = Path(__file__).parents[1] / "testfix_pipeline"
PRODUCERS: Mapping[str, Sequence[Any]] = {"Python": OF_PYTHON, "JavaScript": OF_JAVASCRIPT, "Go": OF_GO}
NO_ROWS = {
    "library sources": "repair/languages/python/libraries/sources/*.py",
    "refusals": "core/patch_policy/**/*.py",
    "scanner patterns": "planning/scanner/*.py",
}
"""Groups of rules whose benchmarks keep no row by rule, with the files that hold them."""
HELD_OUT = dict.fromkeys(
    (
        "bits",
        "grouped-in-order",
        "insert.as-elsewhere",
        "other-ends",
        "js.clean-up",
        "js.inverse",
        "js.sorted",
        "js.split",
        "js.unchanged",
    ),
    1,
)
"""The number of held-out programs that were repaired with a rule and not without it, none of them the row's project."""


@dataclass
class Account:
    """Of one rule. cases: the known fixes that it decides, as (project, number); alone: those that no other does.

    held_out: the number of programs without a row that only it decides.
    """

    cases: set[tuple[str, int]] = field(default_factory=set)
    alone: set[tuple[str, int]] = field(default_factory=set)
    has_rows: bool = True
    held_out: int = 0

    @property
    def projects(self) -> int:
        return len({project for project, _ in self.cases})

    @property
    def needed(self) -> int:
        """The number of projects that need this rule."""
        return len({project for project, _ in self.alone}) + self.held_out


def accounts(table: Table, level: str, rules: Sequence[str] = ()) -> dict[str, Account]:
    """The accounts at a level of categories: of `rules`, or of all that rows name."""
    at = LEVELS.index(level)
    names, sets = table.names[at], table.set_of
    right = table.right.astype(bool) & table.here
    deciding: dict[int, set[str]] = defaultdict(set)
    for number, category in zip(sets[right], table.categories[right, at], strict=True):
        if not rules or names[category] in rules:
            deciding[int(number)].add(names[category])
    found = {name: Account(has_rows=name in names, held_out=HELD_OUT.get(name, 0)) for name in rules or names}
    for number, deciders in deciding.items():
        case = str(table.groups[number]), number
        for name in deciders:
            found[name].cases.add(case)
            if len(deciders) == 1:
                found[name].alone.add(case)
    return found


def lines_of_producers(producers: Sequence[Any]) -> dict[str, int]:
    """The lines of each producer: its share of the modules from which only producers come, or its templates'."""
    homes = {one.id: _home(getattr(one, "edits", None) or one.propose) for one in producers}
    sharing: dict[str, int] = defaultdict(int)
    for home in homes.values():
        if home is not None:
            sharing[home.__name__] += 1
    templates = _lines_of_rules(TEMPLATES, lambda one: one.id.partition("/")[0])
    return {
        name: round(len(inspect.getsource(home).splitlines()) / sharing[home.__name__]) if home else templates[name]
        for name, home in homes.items()
    }


def _home(function: Any) -> ModuleType | None:
    """The module of a producer's function; None for the templates, which are data."""
    return inspect.getmodule(function) if inspect.isfunction(function) else None


def _lines_of_rules(rules: Sequence[Any], key: Callable[[Any], str]) -> dict[str, int]:
    """The lines of rules that are written as text, by what `key` says of a rule: the rule and its examples."""
    found: dict[str, int] = defaultdict(int)
    for rule in rules:
        found[key(rule)] += 1 + len(rule.examples)
    return found


def table(title: str, found: Mapping[str, Account], lines: Mapping[str, int], most: int) -> Iterator[str]:
    """The lines of a table, the least needed rules first. most: rules that more projects need are left out."""
    yield f"\n{title:34} {'cases':>6} {'projects':>9} {'alone':>6} {'needed':>7} {'lines':>6}"
    order = sorted(found.items(), key=lambda one: (one[1].needed, len(one[1].cases), one[0]))
    for name, one in order:
        if one.needed <= most:
            counts = f"{len(one.cases):6} {one.projects:9} {len(one.alone):6} {one.needed:7}"
            yield f"{name:34} {counts if one.has_rows else 'no rows'.rjust(len(counts))} {lines.get(name, '-'):>6}"
    decided = {case for one in found.values() for case in one.cases}
    needless = sum(one.needed < 2 for one in found.values())
    yield f"{len(found)} rules decide {len(decided)} known fixes; fewer than 2 projects need {needless} of them"


def without_rows() -> Iterator[str]:
    """A line for each group of rules that no row is kept of, with its lines of code."""
    yield f"\n{'no rows':34} {'rules':>6} {'lines':>7}"
    yield f"{'Go producers':34} {len(OF_GO):6} {sum(lines_of_producers(PRODUCERS['Go']).values()):7}"
    signs = [*PACKAGE.glob("repair/languages/*/overfitting/*.py"), PACKAGE / "repair/language/overfitting_signs.py"]
    yield f"{'overfitting signs':34} {len(Signs.__dataclass_fields__):6} {_lines(signs):7}"
    for name, pattern in NO_ROWS.items():
        paths = [path for path in PACKAGE.glob(pattern) if path.name != "__init__.py"]
        yield f"{name:34} {len(paths):6} {_lines(paths):7}  (modules)"


def _lines(paths: Sequence[Path]) -> int:
    return sum(len(path.read_bytes().splitlines()) for path in paths)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--level", choices=("producer", "kind"))
    parser.add_argument("--less-than", type=int, default=sys.maxsize)
    wanted = parser.parse_args()
    for language, path in (("Python", ROWS), ("JavaScript", javascript.ROWS)):
        rows, producers = read(path), PRODUCERS[language]
        found = {
            "producer": (accounts(rows, "producer", [one.id for one in producers]), lines_of_producers(producers)),
            "kind": (accounts(rows, "kind"), _lines_of_rules(RULES, lambda one: one.edit)),
        }
        for level in [wanted.level] if wanted.level else found:
            print("\n".join(table(f"{language}, by {level}", *found[level], wanted.less_than - 1)))
    print("\n".join(without_rows()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
