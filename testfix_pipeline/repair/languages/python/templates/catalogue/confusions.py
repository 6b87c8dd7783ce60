"""Templates for functions and methods of the standard library that are often confused."""

from __future__ import annotations

from collections.abc import Iterator

from testfix_pipeline.repair.languages.python.templates.predicates import is_callee
from testfix_pipeline.repair.languages.python.templates.template import Template

METHODS = (
    "append appendleft extend insert add",
    "add update discard remove",
    "strip lstrip rstrip",
    "lower upper casefold title capitalize",
    "startswith endswith",
    "find rfind index rindex",
    "split rsplit splitlines",
    "partition rpartition",
    "removeprefix removesuffix",
    "lstrip removeprefix",
    "rstrip removesuffix",
    "ljust rjust center zfill",
    "keys values items",
    "isdigit isalpha isalnum isdecimal",
    "islower isupper",
    "union intersection difference symmetric_difference update",
    "issubset issuperset isdisjoint",
    "pop popleft popitem remove",
    "get pop setdefault",
    "match search fullmatch findall finditer",
    "group groups groupdict",
    "encode decode",
    "read readline readlines",
    "write writelines",
    "weekday isoweekday",
    "floor ceil trunc",
)
FUNCTIONS = (
    "min max sum",
    "any all",
    "list tuple set sorted reversed",
    "int float str bool round",
    "str repr",
    "hasattr getattr",
    "isinstance issubclass",
    "floor ceil trunc",
    "permutations combinations product",
    "takewhile dropwhile",
    "bisect_left bisect_right",
    "nlargest nsmallest",
    "copy deepcopy",
)


def _alternatives(groups: tuple[str, ...]) -> Iterator[tuple[str, list[str]]]:
    """Yields each name with the names that it may be confused with."""
    split = [group.split() for group in groups]
    for name in dict.fromkeys(one for group in split for one in group):
        yield name, list(dict.fromkeys(one for group in split if name in group for one in group if one != name))


TEMPLATES = (
    *(
        Template(
            f"attributes/{name.replace('_', '-')}",
            match=f"$X.{name}",
            rewrites=[f"$X.{other}" for other in others],
            edit="attribute",
            where=[is_callee],
            examples=[(f"x.{name}(y)", f"x.{others[0]}(y)")],
            non_examples=[f"x.{name} = y"],
        )
        for name, others in _alternatives(METHODS)
    ),
    *(
        Template(
            f"functions/{name.replace('_', '-')}",
            match=name,
            rewrites=others,
            edit="function",
            where=[is_callee],
            examples=[(f"x = {name}(y)", f"x = {others[0]}(y)")],
            non_examples=[f"{name} = y"],
        )
        for name, others in _alternatives(FUNCTIONS)
    ),
)
