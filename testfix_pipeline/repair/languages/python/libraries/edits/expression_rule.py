"""A rule of what takes the place of an expression of a library, and the row of a table that it is written in."""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from testfix_pipeline.core.python_code import expression, parse
from testfix_pipeline.repair.languages.python.libraries.edits.expression_patterns import OBJECT, dotted, placeholders

_REFUSED = re.compile(r"unexpected keyword argument '(\w+)'")


@dataclass(frozen=True)
class ExpressionRule:
    """old: a pattern; new: what may take its place, the likeliest first, an expression or a `with` around one, of an
    assignment another assignment, where an annotated name stands for any.

    gone: full names of what the rule is for; imports: modules that the replacements name; error: what an error says
    where the rule is needed though no name is missing, at that line, or `everywhere`; code: a function or class that
    the replacement names; unpacked: takes its place where a tuple of names gets the parts; says: the source; unused:
    whether the rule is only for statements, whose value nothing uses; without: keywords of calls that it is not for;
    defaults: of arguments that a call does not give; None of a rule that people wrote, which may change the order in
    which arguments are evaluated; lacks: of a class, what objects of the new one have not: it takes the place of none
    whose objects are asked for it; kinds: by the kind of an argument, where the file says it, which of the replacements
    is for it; older: the library of which an older release has to be known, since the error has other causes as well;
    owner: what the last name of a method's object matches, or of the call that the file binds it to: then it is the
    context of a `with`; around: what the function around has to match; read: whether an item is only for reading;
    most: how many positional arguments a call has at most.
    """

    old: ast.expr | ast.Assign | ast.AnnAssign
    new: tuple[str, ...]
    gone: tuple[str, ...]
    says: str
    imports: tuple[str, ...] = ()
    error: re.Pattern[str] | None = None
    everywhere: bool = False
    code: str = ""
    unpacked: str = ""
    free: frozenset[str] = field(default_factory=frozenset)
    unused: bool = False
    without: frozenset[str] = frozenset()
    lacks: frozenset[str] = frozenset()
    defaults: Mapping[str, ast.expr] | None = None
    kinds: Mapping[str, int] = field(default_factory=dict)
    older: str = ""
    owner: re.Pattern[str] | None = None
    around: re.Pattern[str] | None = None
    read: bool = False
    most: int | None = None

    @cached_property
    def written(self) -> frozenset[str]:
        """The keywords that the replacements give themselves; the rule is for no call that has one already."""
        nodes = (one for new in self.new for one in ast.walk(parse(new)) if isinstance(one, ast.keyword))
        return frozenset(one.arg for one in nodes if one.arg is not None)

    @cached_property
    def words(self) -> frozenset[str]:
        """The names that a file has where the pattern matches anything in it: the last ones of what is named there."""
        nodes = (one for one in ast.walk(self.old) if isinstance(one, ast.Attribute | ast.Name))
        return frozenset(one.attr if isinstance(one, ast.Attribute) else one.id for one in nodes) - self.free

    @cached_property
    def refused(self) -> frozenset[str]:
        """The keywords of which the error says that they are refused: the rule is for no call without them."""
        said = _REFUSED.findall(self.error.pattern) if self.error is not None else ()
        return self.free.intersection(said)

    @cached_property
    def owners(self) -> frozenset[str]:
        """The classes whose method, or attribute, is gone."""
        return frozenset(one.split(".")[-2] for one in self.gone) if self.method else frozenset()

    @cached_property
    def is_item(self) -> bool:
        """Whether the rule puts an item in the place of an item, which may be set and deleted as well as read."""
        is_old = isinstance(self.old, ast.Subscript)
        return is_old and all(isinstance(expression(one), ast.Subscript) for one in self.new)

    @cached_property
    def method(self) -> str:
        """The name of the method, or attribute, of an object that the rule is for, "" of another rule."""
        node = self.old.func if isinstance(self.old, ast.Call) else self.old
        is_of_object = isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == OBJECT
        return node.attr if isinstance(node, ast.Attribute) and is_of_object else ""


def rule_of(row: Mapping[str, object]) -> ExpressionRule:
    """The rule of a row of the table. Raises SyntaxError, KeyError."""
    old, new = _pattern(str(row["old"])), _texts(row["new"])
    heads = dict.fromkeys(dotted(one) for one in ast.walk(old) if isinstance(one, ast.Name | ast.Attribute))
    own = [one for one in heads if "." in one and not one.startswith(f"{OBJECT}.")]
    longest = [one for one in own if not any(other.startswith(f"{one}.") for other in own)]
    said, free = row.get("error"), placeholders(old)
    attribute = old.func if isinstance(old, ast.Call) else old
    own = [f"{one}.{attribute.attr}" for one in _texts(row.get("of")) if isinstance(attribute, ast.Attribute)]
    return ExpressionRule(
        old,
        new,
        (*own, *_texts(row.get("gone"))) or (tuple(longest) if said is None else ()),
        str(row.get("says", "")),
        _texts(row["imports"]) if "imports" in row else tuple(_modules_in(new, free)),
        _regex(said),
        said is not None and not row.get("here"),
        str(row.get("code", "")),
        str(row.get("unpacked", "")),
        free,
        bool(row.get("unused")),
        frozenset(_texts(row.get("without"))),
        frozenset(_texts(row.get("lacks"))),
        kinds={name: number for name, number in _table(row.get("kinds")).items() if isinstance(number, int)},
        older=str(row.get("older", "")),
        owner=_regex(row.get("owner")),
        around=_regex(row.get("around")),
        read=bool(row.get("read")),
        most=most if isinstance(most := row.get("most"), int) else None,
    )


def _modules_in(new: Sequence[str], free: Collection[str]) -> list[str]:
    """The modules that replacements name, by how they are spelt: `scipy.stats` of `scipy.stats.Normal.cdf(x)`."""
    found: dict[str, None] = {}
    for tree in map(parse, new):
        own = {one.id for one in ast.walk(tree) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)}
        for node in ast.walk(tree):
            head, _, rest = (dotted(node) if isinstance(node, ast.Attribute) else "").partition(".")
            if head and head not in {OBJECT, *free, *own}:
                inner = itertools.takewhile(str.islower, rest.split(".")[:-1])
                found.setdefault(".".join([head, *inner]))
    return [one for one in found if not any(other.startswith(f"{one}.") for other in found)]


def _regex(found: object) -> re.Pattern[str] | None:
    return re.compile(str(found)) if found is not None else None


def _pattern(text: str) -> ast.expr | ast.Assign | ast.AnnAssign:
    """The expression, or the assignment, that a text is. Raises SyntaxError."""
    (node,) = parse(text).body
    return node if isinstance(node, ast.Assign | ast.AnnAssign) else expression(text)


def _table(found: object) -> Mapping[str, object]:
    return found if isinstance(found, dict) else {}


def _texts(found: object) -> tuple[str, ...]:
    return tuple(map(str, found)) if isinstance(found, list) else (str(found),) if found else ()
