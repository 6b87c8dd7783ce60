"""The text form of a test's identity: readable, one line, without loss, and today's ids of pytest unchanged."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from testfix_pipeline.frameworks.test_id import TestId

AWKWARD = st.text(alphabet=st.sampled_from(list(":\\#nrtu0028a29\n\u2028\ud800é\x00")), max_size=12)
ANY = st.text(st.characters(), max_size=12) | AWKWARD


@given(ANY, st.lists(ANY, max_size=4), st.integers(0, 12))
@example("a", ["::"], 0)
@example("a:", ["b:", ":c"], 1)
@example("a", ["#2"], 2)
def test_every_identity_is_read_back_from_its_text(file, titles, occurrence):
    test = TestId(file, tuple(titles), occurrence)
    assert TestId.parse(str(test)) == test


READABLE = st.text(alphabet=st.sampled_from(list(r":\#nrtu0028a29é")), max_size=12) | st.text(
    st.characters(codec="ascii")
)


@given(st.lists(READABLE, min_size=1, max_size=4).map("::".join).filter(str.isprintable))
def test_every_readable_text_is_an_identity_and_is_written_the_same_again(text):
    assert str(TestId.parse(text)) == text


@given(ANY, st.lists(ANY, max_size=3))
def test_the_text_is_one_line_that_any_file_can_hold(file, titles):
    text = str(TestId(file, tuple(titles)))
    assert len(text.splitlines()) <= 1
    assert text.encode() is not None


@pytest.mark.parametrize(
    ("text", "file", "titles"),
    [
        ("tests/test_a.py", "tests/test_a.py", ()),
        ("tests/test_a.py::test_b", "tests/test_a.py", ("test_b",)),
        ("tests/test_a.py::TestX::test_b[1-2]", "tests/test_a.py", ("TestX", "test_b[1-2]")),
        (r"tests/test_a.py::test_b[\xe9\u1234]", "tests/test_a.py", (r"test_b[\xe9\u1234]",)),
        ("tests/test_a.py::test_b[x::y]", "tests/test_a.py", ("test_b[x", "y]")),
        (r"tests/test_a.py::test_b[\\d]", "tests/test_a.py", (r"test_b[\\d]",)),
    ],
)
def test_ids_of_pytest_come_back_unchanged(text, file, titles):
    assert TestId.parse(text) == TestId(file, titles)
    assert str(TestId.parse(text)) == text


def test_hostile_titles_are_readable():
    test = TestId("a.test.js", ("outer", 'says "a::b"\non two lines ü'), 1)
    assert str(test) == 'a.test.js::outer::says "a:\\:b"\\non two lines ü::#2'
