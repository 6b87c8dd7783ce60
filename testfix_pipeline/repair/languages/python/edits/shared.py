"""What several functions of a class or module do and one like them does not: counting, checking, calling a helper.

The more of the siblings have a statement, or a run of two, the likelier it was forgotten in the one that lacks it.
"""

from __future__ import annotations

import ast
import itertools
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from testfix_pipeline.repair.languages.python.edits.analogies import asked_words, exchanged
from testfix_pipeline.repair.languages.python.edits.blocks import LEAVING, is_elif, siblings_of
from testfix_pipeline.repair.languages.python.edits.corpus import Site, corpus_of
from testfix_pipeline.repair.languages.python.edits.donors import names_in_reach
from testfix_pipeline.repair.languages.python.edits.edit import Edit, Target
from testfix_pipeline.repair.languages.python.edits.scope import bound_names, by_likeness, likeness, local_names
from testfix_pipeline.repair.languages.python.edits.tokens import loose_key, own_tokens, renamed, strict_key, tokenised
from testfix_pipeline.repair.languages.python.edits.translate import donor_text, names_of, placed
from testfix_pipeline.repair.languages.python.source import Function, FunctionNode, SourceFile
from testfix_pipeline.repair.remembered import remembered

Key = tuple[str, ...]
Run = tuple[Key, tuple[Key, ...], tuple[Site, ...]]
LONGEST_RUN, MOST_LINES, MOST_HABITS, MOST_FREE = 2, 4, 12, 2
COMMON, BY_COUNT = 0.65, (0.25, 0.6, 0.85, 1.0)
"""What a statement is worth that all siblings have and this function has not; shares of it by how many have it."""
LEAST_LIKE = 0.4
"""How alike the names of functions outside of classes are that count as siblings."""
BOUND, AGAIN = 0.75, 0.4
HELPER, AWAITED, UNAWAITED = 2.0, 3.0, 0.4
"""How much likelier the call of a helper of the class is, and of one that raises what a test waits for in vain; what is
left of a guard that raises anything else."""
SAME_NEIGHBOUR, LIKE_NEIGHBOUR, NO_NEIGHBOUR = 1.3, 1.0, 0.75
SAID = 3.0
"""How much likelier a text is that the failing tests have."""
SAME_RECEIVER = 3.0
"""How much likelier it is where both, and what it follows here and there, do something to the same thing."""


@dataclass(frozen=True)
class Habit:
    """A run of statements that `count` of `siblings` functions have that do such things; `sites` of one that does.

    again: it stores something that the function stores already, otherwise.
    """

    sites: tuple[Site, ...]
    count: int
    siblings: int
    again: bool = False

    @property
    def worth(self) -> float:
        """Rises with the number of functions that have it; a run of two by itself says more than one statement."""
        seen = self.count + (len(self.sites) > 1)
        worth = COMMON * BY_COUNT[min(seen, len(BY_COUNT)) - 1] * (0.6 + 0.4 * self.count / self.siblings)
        return worth * (AGAIN if self.again else 1.0)


def habits(target: Target) -> Iterator[Edit]:
    """What the function's siblings do and it does not, put beside the statement."""
    block, position = siblings_of(target.source, target.stmt)
    if not block or target.function is None or isinstance(target.stmt, (*FunctionNode.__args__, ast.ClassDef)):
        return
    if not target.source.owns_line(target.stmt) or target.function.name == "__init__":
        return
    start, end = target.source.block(target.stmt)
    gaps: list[tuple[int, ast.stmt | None, ast.stmt | None]] = []
    if not is_elif(target.source, target.stmt):
        gaps.append((start, block[position - 1] if position else None, target.stmt))
    if position == len(block) - 1 and not isinstance(target.stmt, LEAVING):
        gaps.append((end, target.stmt, None))
    found: dict[tuple[int, str], float] = {}
    for habit in _missing(target.source, target.function, target.project):
        for text, share in _written(target, habit):
            helps = _helps(target, habit)
            for at, ahead, behind in gaps:
                if helps <= 1 and _leaves(behind) and not _leaves(habit.sites[-1].stmt):
                    continue  # state changes behind the guards of its block
                worth = habit.worth * helps * share * _beside(target, habit, ahead, behind)
                found[at, text] = max(found.get((at, text), 0.0), min(BOUND, worth))
    for (at, text), worth in sorted(found.items(), key=lambda item: (-item[1], item[0]))[:MOST_HABITS]:
        yield target.splice(at, at, placed(target, text, at), "shared-statement", worth, text.strip().split("\n")[0])


@remembered(1024)
def _missing(source: SourceFile, function: Function, project: tuple[SourceFile, ...]) -> Sequence[Habit]:
    """What siblings have, the function lacks, and speaks of more than its variables; the most common first."""
    corpus = corpus_of(project)
    siblings = 0
    own = {key for key, _, _ in _runs(function, project)}
    by_key: dict[Key, list[tuple[Site, ...]]] = defaultdict(list)
    for other in (one for one in source.functions if _is_sibling(function, one)):
        seen: set[Key] = set()
        runs = _runs(other, project)
        siblings += bool(runs)
        for key, single, sites in runs:
            if key not in seen and not any(one in own for one in (key, *single)):
                seen.add(key)
                by_key[key].append(sites)
    done = _stored(source, [site.stmt for site in corpus.of_function.get(function, ())])
    found = [Habit(having[0], len(having), siblings, bool(done & _stored_by(having[0]))) for having in by_key.values()]
    return sorted(found, key=lambda habit: -habit.worth)[: 2 * MOST_HABITS]


def _stored_by(run: Sequence[Site]) -> set[str]:
    return _stored(run[0].source, [site.stmt for site in run])


def _stored(source: SourceFile, stmts: Sequence[ast.stmt]) -> set[str]:
    """The attributes and items that statements give a value, as source text."""
    nodes = [part for stmt in stmts if isinstance(stmt, (ast.Assign, ast.AugAssign)) for part in ast.walk(stmt)]
    kinds = (ast.Attribute, ast.Subscript)
    return {source.segment(n) for n in nodes if isinstance(n, kinds) and isinstance(n.ctx, ast.Store)}


def _is_sibling(function: Function, other: Function) -> bool:
    if other is function or other.owner is not function.owner or other.name == "__init__":
        return False
    return function.owner is not None or likeness(function.name, other.name) >= LEAST_LIKE


@remembered(4096)
def _runs(function: Function, project: tuple[SourceFile, ...]) -> Sequence[Run]:
    """The statements that change or check something, and runs of them, with what they are called regardless of names:
    together, and one by one."""
    local, sites = bound_names(function.node), corpus_of(project).of_function.get(function, ())
    texts = {id(site.stmt): strict_key(tokenised(donor_text(site)), local) for site in sites if _is_telling(site)}
    by_block: dict[int, list[Site]] = defaultdict(list)
    for site in sites:
        by_block[id(site.block)].append(site)
    found = []
    for block in by_block.values():
        for length in range(1, LONGEST_RUN + 1):
            for first in range(len(block) - length + 1):
                run = tuple(block[first : first + length])
                if all(id(site.stmt) in texts for site in run):
                    single = tuple(texts[id(site.stmt)] for site in run)
                    key = tuple(itertools.chain(*single))
                    if sum(part.isidentifier() and part != "$" for part in key) >= length:
                        found.append((key, single, run))
    return found


def _leaves(stmt: ast.stmt | None) -> bool:
    """Whether a statement is a guard: an `if` that does nothing but leave."""
    return isinstance(stmt, ast.If) and not stmt.orelse and isinstance(stmt.body[-1], LEAVING)


def _is_telling(site: Site) -> bool:
    stmt = site.stmt
    if not site.is_small(MOST_LINES):
        return False
    if isinstance(stmt, ast.If):
        return not stmt.orelse and len(stmt.body) <= 2 and not any(hasattr(one, "body") for one in stmt.body)
    if isinstance(stmt, ast.Expr):
        return isinstance(stmt.value, (ast.Call, ast.Await))
    if isinstance(stmt, ast.Assign):
        return isinstance(stmt.targets[0], (ast.Attribute, ast.Subscript))
    return isinstance(stmt, (ast.AugAssign, ast.Delete))


def _written(target: Target, habit: Habit) -> Iterator[tuple[str, float]]:
    """The run in the names of this function; what has no meaning here becomes the parameter in its place, or the name
    most like it."""
    text = "".join(donor_text(site) for site in habit.sites)
    read = frozenset().union(*(names_of(site)[1] for site in habit.sites))
    bound = frozenset().union(*(names_of(site)[0] for site in habit.sites))
    theirs = set(bound_names(habit.sites[0].function.node)) if habit.sites[0].function else set()
    here = names_in_reach(target) - (theirs - {"self", "cls", *local_names(target)})
    free = sorted(read - bound - here)
    if len(free) > MOST_FREE:
        return
    for rank, chosen in enumerate(itertools.product(*(_stand_ins(target, habit, name) for name in free))):
        mapped = dict(zip(free, chosen, strict=True))
        written, worth = renamed(text, mapped, free), 0.8 ** len(free) / (1 + 0.4 * rank)
        yield written, worth
        yield from ((told, worth * share) for told, share in _told_of(target, habit, written))


def _told_of(target: Target, habit: Habit, text: str) -> Iterator[tuple[str, float]]:
    """The run with the texts in it told of this function: what `pay_in` logs as "in" is "out" in `pay_out`."""
    assert target.function is not None
    sibling = habit.sites[0].function
    theirs, mine = set(sibling.name.split("_")) if sibling else set(), set(target.function.name.split("_"))
    for old, new in itertools.product(sorted(theirs - mine), sorted(mine - theirs)):
        told, names, changed = exchanged(text, old, new) if old and new else (text, set(), 0)
        if changed and not names:
            yield told, SAID if new in asked_words(target.clues) else 1.0


def _stand_ins(target: Target, habit: Habit, name: str) -> list[str]:
    assert target.function is not None
    theirs = [a.arg for a in habit.sites[0].function.arguments] if habit.sites[0].function else []
    mine = [a.arg for a in target.function.arguments]
    same = [mine[theirs.index(name)]] if name in theirs and theirs.index(name) < len(mine) else []
    return list(dict.fromkeys([*by_likeness(name, local_names(target))[:2], *same]))


def _helps(target: Target, habit: Habit) -> float:
    """How much likelier a statement is for calling a method of the own class, or raising what a test waits for."""
    stmt = habit.sites[0].stmt
    waited = " ".join(text for text in target.clues.messages if "raise" in text.lower())
    if isinstance(stmt, ast.If) and isinstance(stmt.body[-1], ast.Raise):
        return 1.0 if _raised(stmt.body[-1]) in waited else UNAWAITED
    call = stmt.value if len(habit.sites) == 1 and isinstance(stmt, ast.Expr) else None
    called = call.func.attr if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) else ""
    owner = target.function.owner if target.function else None
    methods = [one for one in (owner.body if owner else ()) if isinstance(one, FunctionNode) and one.name == called]
    if not methods:
        return 1.0
    raised = {_raised(one) for one in ast.walk(methods[0]) if isinstance(one, ast.Raise)}
    return AWAITED if any(name in waited for name in raised) else HELPER


def _raised(stmt: ast.Raise) -> str:
    """The name of the exception, or what no message has."""
    return getattr(getattr(stmt.exc, "func", stmt.exc), "id", "") or "\0"


def _beside(target: Target, habit: Habit, ahead: ast.stmt | None, behind: ast.stmt | None) -> float:
    """How well a gap's neighbours agree with those of the run."""
    pairs = [(habit.sites[0].beside(-1), ahead), (habit.sites[-1].beside(1), behind)]
    receivers = {_receiver(one) for one in (habit.sites[0].stmt, habit.sites[0].beside(-1), ahead)}
    if len(receivers) == 1 and "" not in receivers:
        return SAME_RECEIVER
    best = NO_NEIGHBOUR
    for theirs, mine in pairs:
        if theirs is None and mine is None:
            best = max(best, LIKE_NEIGHBOUR)
        elif theirs is not None and mine is not None:
            one, other = own_tokens(habit.sites[0].source, theirs), own_tokens(target.source, mine)
            if [token.text for token in one] == [token.text for token in other]:
                best = SAME_NEIGHBOUR
            elif loose_key(one) == loose_key(other):
                best = max(best, LIKE_NEIGHBOUR)
    return best


def _receiver(stmt: ast.stmt | None) -> str:
    """What a statement calls a method of, as `self.items` for `self.items.sort()`; "" for any other."""
    call = stmt.value if isinstance(stmt, ast.Expr) else None
    func = call.func if isinstance(call, ast.Call) else None
    return ast.unparse(func.value) if isinstance(func, ast.Attribute) else ""
