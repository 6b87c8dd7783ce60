"""What a mutation took away is looked for among all that the engine proposes."""

from pathlib import Path

import pytest

from benchmarks.javascript.mutation_operators import every_mutation
from benchmarks.javascript.packages import NpmPackage
from benchmarks.javascript.reach import Reach, rank_of_original, reach_of_packages
from benchmarks.repair.mutation import Mutation
from benchmarks.repair.reach import reached
from testfix_pipeline.planning.javascript_code.code_mutations import JsMutation
from testfix_pipeline.repair.languages.javascript.source import JsSource
from testfix_pipeline.repair.languages.python.source import SourceFile

CODE = (
    "def f(number, size, mask):\n    part = number & mask\n    size &= mask\n    return (number - 1) // size + part\n"
)


@pytest.mark.parametrize(
    ("old", "new", "how"),
    [
        ("(number - 1) // size", "number // size", "producer"),
        ("number & mask", "number", "pool"),
        ("(number - 1) // size + part", "hash(repr(mask))", ""),
        ("number & mask", "number & (mask)", "none"),
        ("(number - 1)", "(number -)", "none"),
    ],
)
def test_how_an_original_comes_back(old: str, new: str, how: str) -> None:
    start = CODE.index(old)
    line = CODE[:start].count("\n") + 1
    mutation = Mutation("m.py", start, start + len(old), new, "test", line)
    assert reached(SourceFile("m.py", CODE.encode()), mutation) == how


JS_CODE = """export function f(items, limit) {
  const found = items.filter((one) => one.size > limit);
  if (found.length === 0) return null;
  return found.sort().slice(0, 42);
}
"""


@pytest.mark.parametrize(
    ("kind", "old", "is_reached"),
    [
        ("comparison", ">", True),
        ("guard removed", "if (found.length === 0) return null;", True),
        ("call removed", "items.filter((one) => one.size > limit)", False),
    ],
)
def test_how_early_an_original_in_javascript_comes_back(tmp_path: Path, kind: str, old: str, is_reached: bool) -> None:
    def taken(one: JsMutation) -> str:
        return JS_CODE[one.start : one.end]

    every = every_mutation(JsSource("a.js", JS_CODE.encode()))
    mutation = next(one for one in every if one.kind == kind and taken(one) == old)
    (tmp_path / "a.js").write_text(mutation.applied_to(JS_CODE))
    rank = rank_of_original(tmp_path, mutation, JS_CODE)
    assert (rank is not None) == is_reached
    reach = Reach()
    reach.add(mutation, JS_CODE, rank)
    assert "100%" in list(reach.table(1))[-1] if is_reached else "0%" in list(reach.table(1))[-1]


def test_a_statement_is_put_back_into_a_function_that_is_assigned(tmp_path: Path) -> None:
    code = f"exports.f = {JS_CODE.removeprefix('export ')}"
    start = code.index("if (found")
    mutation = JsMutation("a.js", start, code.index("\n", start), ";", "guard removed", 3)
    (tmp_path / "a.js").write_text(mutation.applied_to(code))
    assert rank_of_original(tmp_path, mutation, code) is not None


def test_the_sources_of_a_package_are_mutated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "package.json").write_text("{}")
    (tmp_path / "index.js").write_text("module.exports = function (a) {\n  return a > 1;\n};\n")
    monkeypatch.setattr(NpmPackage, "fetched", lambda _: tmp_path)
    reach = reach_of_packages([NpmPackage("small", "", "0", "mocha", ("index.js",), "test")], 1)
    assert set(reach.ranks) == {"comparison", "number", "operator"}
