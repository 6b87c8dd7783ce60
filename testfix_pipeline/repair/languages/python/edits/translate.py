"""Code of one place written in the names of another: what has no meaning there becomes the likeliest that has."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator, Mapping

from testfix_pipeline.repair.languages.python.edits.blocks import reindented, unit
from testfix_pipeline.repair.languages.python.edits.corpus import Site
from testfix_pipeline.repair.languages.python.edits.donors import names_in_reach
from testfix_pipeline.repair.languages.python.edits.edit import Target
from testfix_pipeline.repair.languages.python.edits.scope import by_likeness, inner_names, local_names
from testfix_pipeline.repair.languages.python.edits.tokens import renamed
from testfix_pipeline.repair.languages.python.edits.traces import loose_ends
from testfix_pipeline.repair.remembered import remembered

MOST_FREE = 2


def translated(
    target: Target, site: Site, known: Mapping[str, str], avoid: frozenset[str] = frozenset()
) -> Iterator[tuple[str, float]]:
    """The donor's whole lines, unindented, with how much guessing went into them (1.0 = none).

    `known` says what some names stand for; `avoid` are names of this place that must not stand in for others.
    """
    bound, read = names_of(site)
    reach = names_in_reach(target)
    free = sorted(name for name in read if name not in known and name not in reach and name not in bound)
    if len(free) > MOST_FREE or called_in(site) & set(free):
        return
    text = donor_text(site)
    for rank, chosen in enumerate(itertools.product(*(stand_ins(target, name, avoid) for name in free))):
        mapped = {**known, **dict(zip(free, chosen, strict=True))}
        yield renamed(text, mapped, free), 0.6 ** len(free) / (1 + 0.4 * rank)


def stand_ins(target: Target, name: str, avoid: frozenset[str] = frozenset()) -> list[str]:
    """Names of this place that a foreign name may stand for: what is unread and bound by now, then the most alike."""
    locals_ = [local for local in local_names(target) if local not in avoid]
    unread = loose_ends(target.source, target.function).unread if target.function else {}
    loose = [local for local in locals_ if unread.get(local, 0.0) >= 0.5]
    return list(dict.fromkeys([*by_likeness(name, loose)[:2], *by_likeness(name, locals_)[:2]]))


@remembered(1 << 13)
def names_of(site: Site) -> tuple[frozenset[str], frozenset[str]]:
    """(names that the statement binds, names that it reads)."""
    nodes = [node for node in ast.walk(site.stmt) if isinstance(node, ast.Name)]
    bound = inner_names(site.stmt) | {node.id for node in nodes if not isinstance(node.ctx, ast.Load)}
    return frozenset(bound), frozenset(node.id for node in nodes if isinstance(node.ctx, ast.Load)) - bound


@remembered(1 << 13)
def called_in(site: Site) -> frozenset[str]:
    """Names that the statement calls: a variable can't stand in for one that has no meaning here."""
    calls = [node.func for node in ast.walk(site.stmt) if isinstance(node, ast.Call)]
    return frozenset(func.id for func in calls if isinstance(func, ast.Name))


@remembered(1 << 13)
def donor_text(site: Site) -> str:
    """The statement's whole lines without its indentation, ended by "\\n"."""
    start, end = site.source.block(site.stmt)
    text = site.source.text[start:end].replace("\r\n", "\n")
    text = reindented(text if text.endswith("\n") else text + "\n", site.source.indent(site.stmt), "")
    return text[2:] if text.startswith("elif") else text


def placed(target: Target, text: str, at: int) -> str:
    """The lines at the statement's indentation, as the file ends its lines."""
    source = target.source
    indent = source.indent(target.stmt)
    lines = text.splitlines(keepends=True)
    step = unit(source)
    if step == "\t":
        lines = [_tabbed(line) for line in lines]
    code = "".join(indent + line if line.strip() else line for line in lines).replace("\n", source.newline)
    return code if source.text[:at].endswith("\n") or at == 0 else source.newline + code


def _tabbed(line: str) -> str:
    bare = line.lstrip(" ")
    return "\t" * ((len(line) - len(bare)) // 4) + bare
