"""Ids of tests: the text is the identity, the parts follow from it."""

from __future__ import annotations

import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from testfix_pipeline.core.records import Cluster, Failure, Outcome, SuiteRun
from testfix_pipeline.core.test_ids import TestId

TITLES = st.lists(st.text(min_size=1, max_size=8) | st.sampled_from(["a::b", ":", "a [b]", "a\\", "x #2"]), max_size=4)


@pytest.mark.parametrize(
    ("text", "file", "titles"),
    [
        ("tests/test_a.py", "tests/test_a.py", ()),
        ("tests/test_a.py::test_b", "tests/test_a.py", ("test_b",)),
        ("test_a.py::TestB::test_c", "test_a.py", ("TestB", "test_c")),
        ("test_a.py::test_c[a::b]", "test_a.py", ("test_c[a::b]",)),
        ("test_a.py::TestB::test_c[x[0]-\\n]", "test_a.py", ("TestB", "test_c[x[0]-\\n]")),
        ("src/a.py::src.a.b", "src/a.py", ("src.a.b",)),
    ],
)
def test_the_ids_of_old_sessions_are_read(text: str, file: str, titles: tuple[str, ...]) -> None:
    found = TestId(text)
    assert (found, found.file, found.titles, found.occurrence) == (text, file, titles, 1)
    assert found.is_file == (not titles)
    assert TestId.of(file, titles) == text


@pytest.mark.parametrize(("text", "name"), [("a.py::B::test_c[x::y]", "test_c"), ("a.py", ""), ("a.py::a.b", "a.b")])
def test_the_function_of_an_id_has_no_parameters(text: str, name: str) -> None:
    assert TestId(text).function == name


@given(titles=TITLES, occurrence=st.integers(1, 12))
@example(titles=["cart: empty", "adds::one", "twice"], occurrence=2)
def test_any_titles_and_occurrence_come_back(titles: list[str], occurrence: int) -> None:
    found = TestId.of("web/cart.test.js", titles, occurrence)
    assert found.file == "web/cart.test.js" and found.titles == tuple(titles)
    assert found.occurrence == (occurrence if titles else 1)


def test_other_titles_or_another_occurrence_are_another_id() -> None:
    same_text = [["a", "b"], ["a::b"], ["a", "b #2"]]
    ids = [TestId.of("x.js", titles, number) for titles in same_text for number in (1, 2)]
    assert len(set(ids)) == len(ids)


@given(text=st.text(max_size=20))
def test_an_id_is_stored_as_the_text_that_it_is(text: str) -> None:
    written = json.loads(Outcome(id=text, status="passed").as_json())
    assert written["id"] == text
    assert isinstance(Outcome.model_validate({"id": text, "status": "passed"}).id, TestId)


def test_records_hold_ids_as_ids() -> None:
    run = SuiteRun.model_validate({"collected": ["a.py::b"]})
    assert [one.file for one in run.collected] == ["a.py"]
    assert Failure(test="a.py::b").test.titles == ("b",)
    assert Cluster(signature="s", tests=["a.py::b"]).tests[0].function == "b"
