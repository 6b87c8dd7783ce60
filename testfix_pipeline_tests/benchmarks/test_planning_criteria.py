"""The benchmark of criteria: what counts as met, and that its seeds can be used."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.planning.criteria import SEEDS, Count, tied


def test_a_criterion_is_met_by_one_right_function_and_by_none_where_there_is_none() -> None:
    count = Count()
    count.add(["a.py::f", "a.py::g"], ["a.py::f"])
    count.add([], [])
    count.add(["a.py::g"], [])
    count.add([], ["a.py::f"])
    assert (count.criteria, count.met, count.named, count.right) == (4, 2, 3, 1)


def test_criteria_are_tied_to_the_functions_of_a_folder(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("def f(limit):\n    return limit\n\n\ndef g():\n    return 'sold out'\n")
    assert tied(tmp_path, ["`limit` is one", '"sold out" is reported']) == [["a.py::f"], ["a.py::g"]]
    with pytest.raises(ValueError, match="1 texts make 0"):
        tied(tmp_path, ["..."])


def test_every_seed_names_functions_by_file() -> None:
    packages = json.loads(SEEDS.read_text(encoding="utf-8"))
    code = [subject for package in packages for each in package["criteria"] for subject in each["code"]]
    assert len(code) > 100 and all(subject.partition("::")[0].endswith(".py") for subject in code)
    assert {package["set"] for package in packages} == {"training", "measuring"}
