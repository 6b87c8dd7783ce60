"""Going down into both kinds of containers, and groups of what is in order."""

import pytest

from testfix_pipeline.repair.edits import idioms, nested
from testfix_pipeline_tests.repair.sources import Propose, assert_proposed, texts

DEEP = """
def deep(node, key):
    if isinstance(node, dict):
        for name, value in node.items():
            if name == key:
                yield value
            yield from deep(value, key)
"""
EXPAND = """
class Config:
    def expand(self, value, seen=()):
        if isinstance(value, dict):
            return {key: self.expand(item, seen) for key, item in value.items()}
        return value.strip()
"""
PATHS = """
def paths(node, prefix):
    if isinstance(node, dict):
        for name, value in node.items():
            yield from paths(value, f"{prefix}/{name}")
    else:
        yield prefix
"""
ROWS = """
def cleaned(rows):
    if isinstance(rows, (list, tuple)):
        return [cleaned(row) for row in rows]
    return rows
"""
GROUPS = "def f(xs, k):\n    return {one: list(some) for one, some in groupby(xs, key=k)}"
CASES: dict[str, tuple[Propose, str, str, str]] = {
    "lists in what gives one by one": (
        nested.containers,
        DEEP,
        "            yield from deep(value, key)\n",
        "            yield from deep(value, key)\n"
        "    elif isinstance(node, list):\n        for value in node:\n            yield from deep(value, key)\n",
    ),
    "lists in what makes anew": (
        nested.containers,
        EXPAND,
        "        return value.strip()\n",
        "        if isinstance(value, list):\n            return [self.expand(item, seen) for item in value]\n"
        "        return value.strip()\n",
    ),
    "places in a list for keys": (
        nested.containers,
        PATHS,
        "    else:\n",
        "    elif isinstance(node, list):\n        for name, value in enumerate(node):\n"
        "            yield from paths(value, f\"{prefix}/{name}\")\n    else:\n",
    ),
    "dicts in what makes anew": (
        nested.containers,
        ROWS,
        "    return rows\n",
        "    if isinstance(rows, dict):\n        return {key: cleaned(row) for key, row in rows.items()}\n"
        "    return rows\n",
    ),
    "whether there is any in a list": (
        nested.containers,
        "def has(node):\n    if isinstance(node, dict):\n        return any(has(one) for one in node.values())\n"
        "    return node > 1",
        "    return node > 1",
        "    if isinstance(node, list):\n        return any((has(one) for one in node))\n    return node > 1",
    ),
    "groups by a key": (idioms.calls, GROUPS, "groupby(xs,", "groupby(sorted(xs, key=k),"),
    "groups by a key given by its place": (
        idioms.calls,
        "def f(xs, k):\n    return itertools.groupby(xs, k)",
        "groupby(xs,",
        "groupby(sorted(xs, key=k),",
    ),
    "groups of what is alike": (
        idioms.calls, "def f(xs):\n    return groupby(xs)", "groupby(xs)", "groupby(sorted(xs))"
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_what_is_missing_is_proposed(name: str) -> None:
    assert_proposed(*CASES[name])


@pytest.mark.parametrize(
    "code",
    [
        DEEP.replace("isinstance(node, dict)", "isinstance(node, (dict, list))"),
        DEEP + "    elif isinstance(node, list):\n        yield from node\n",
        DEEP.replace("yield from deep(value, key)", "print(value)"),
        DEEP.replace("in node.items()", "in key.items()"),
        DEEP.replace("isinstance(node, dict)", "isinstance(node, str)"),
    ],
)
def test_what_goes_into_both_or_into_none_is_left_alone(code: str) -> None:
    assert not texts(nested.containers, code)


def test_what_is_in_order_is_not_sorted_again() -> None:
    assert not any(
        "sorted(sorted" in text for text in texts(idioms.calls, GROUPS.replace("groupby(xs", "groupby(sorted(xs)"))
    )
