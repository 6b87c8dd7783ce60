"""type_abuse."""

from benchmarks.planning.seeds.variant import Variant

VARIANTS = (
    Variant("Any default", "any_where_known", "module", """
from typing import Any


def ${word}_times(count: Any = 3):
    return count
"""),
    Variant("Any variable", "any_where_known", "module", 'from typing import Any\n\n${word}_label: Any = "first"\n'),
    Variant("Any returned", "any_where_known", "module", """
from typing import Any


def ${word}_text(x) -> Any:
    return f"<{x}>"
"""),
    Variant("cast of a cast", "double_cast", "module", """
from typing import Any, cast


def ${word}_number(x):
    return cast(int, cast(Any, x))
"""),
    Variant("cast by module alias", "double_cast", "module", """
import typing as tp


def ${word}_word(x):
    return tp.cast("str", tp.cast(object, x))
"""),
    Variant("chain of assertions", "assertion_chain", "body", """
assert $arg is not None
assert $arg.inner is not None
assert $arg.inner.value is not None
"""),
    Variant("chain of isinstance", "assertion_chain", "body", """
assert isinstance($arg, object)
assert isinstance($arg.node, object)
assert isinstance($arg.node.child, object)
"""),
    Variant("truth value as Any", "any_where_known", "module", """
import typing


def ${word}_same(a, b) -> typing.Any:
    return a == b
"""),
    Variant("cast in two steps", "double_cast", "module", """
from typing import Any, cast


def ${word}_row(x):
    loose = cast(Any, x)
    return cast(dict, loose)
"""),
    Variant("converted Any", "any_where_known", "body", "from typing import Any\n\ntotal: Any = len(str($arg))\n"),
    Variant("Any by keyword", "any_where_known", "module", """
import typing as t


def ${word}_all(items, *, strict: t.Any = False):
    return items if strict else list(items)
""", True),
    Variant("assertion of parts", "assertion_chain", "body", """
assert $arg and $arg.left and $arg.left.right
""", True),
    Variant("chain of keys", "assertion_chain", "body", """
assert $arg["a"] is not None
assert $arg["a"]["b"] is not None
assert $arg["a"]["b"]["c"] is not None
""", True),
    Variant("collection as Any", "any_where_known", "module", """
from typing import Any


def ${word}_names(rows) -> Any:
    return [row.name for row in rows]
""", True),
    Variant("quoted Any", "any_where_known", "module", """
from typing import Any

${word}_limits: "Any" = {"low": 1, "high": 9}
""", True),
    Variant("cast over lines", "double_cast", "module", """
from typing import Any, cast


def ${word}_table(x):
    return cast(
        "dict[str, int]",
        cast("Any", x),
    )
""", True),
    Variant("fine: Any that may be anything", "", "module", """
from typing import Any


def ${word}_first(items: list[Any], default: Any = None) -> Any:
    return items[0] if items else default
"""),
    Variant("fine: one cast", "", "module", """
from typing import cast


def ${word}_only(x):
    return cast(int, x)
"""),
    Variant("fine: independent assertions", "", "body", """
assert $arg is $arg
assert isinstance(3, int)
assert isinstance("a", str)
"""),
    Variant("fine: mixed returns", "", "module", """
from typing import Any


def ${word}_value(x) -> Any:
    if x:
        return 1
    return "none"
"""),
    Variant("fine: casts of different values", "", "module", """
from typing import cast


def ${word}_pair(x, y):
    first = cast(int, x)
    second = cast(str, y)
    return first, second
""", True),
)  # fmt: skip
