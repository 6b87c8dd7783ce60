"""Ids of tests: the text is the identity, the parts follow from it."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from testfix_pipeline.core.test_ids import TestId

AWKWARD = st.text(alphabet=st.sampled_from(list(":\\#[]nrtu0028a29\n\u2028\ud800é\x00 ")), max_size=12)
HOSTILE = [
    "",
    "::",
    "a::b",
    ":",
    "a [b]",
    "a\\",
    "x #2",
    "#2",
    "[::#2",
    "\\[",
    "#\\2",
    "\n",
    "\\n",
    "\ud800",
    "ü",
    "x" * 9000,
]
ANY = st.text(st.characters(), max_size=12) | AWKWARD | st.sampled_from(HOSTILE)
TITLES = st.lists(ANY, max_size=4)
READABLE = st.text(alphabet=st.sampled_from(list(r":\#[]nrtu0028a29é")), max_size=12) | st.text(
    st.characters(codec="ascii"), max_size=12
)
NAMES = st.from_regex(r"[A-Za-z_][A-Za-z0-9_]{0,6}", fullmatch=True)
# As pytest's own escaping of parameters' ids writes them; the numbers of namesakes go before the bracket's end.
PARAMETERS = (ANY | READABLE).map(lambda text: text.encode("unicode_escape").decode())


@pytest.mark.parametrize(
    ("text", "file", "titles"),
    [
        ("tests/test_a.py", "tests/test_a.py", ()),
        ("tests/test_a.py::test_b", "tests/test_a.py", ("test_b",)),
        ("test_a.py::TestB::test_c", "test_a.py", ("TestB", "test_c")),
        ("test_a.py::test_c[a::b]", "test_a.py", ("test_c[a::b]",)),
        ("test_a.py::TestB::test_c[x[0]-\\n]", "test_a.py", ("TestB", "test_c[x[0]-\n]")),
        ("test_a.py::test_c[\\xe9\\u1234]", "test_a.py", ("test_c[\\xe9\\u1234]",)),
        (r"test_a.py::test_c[\\d]", "test_a.py", (r"test_c[\\d]",)),
        ("test_a.py::test_c[::#2]", "test_a.py", ("test_c[::#2]",)),
        ("cases/sums.yaml::adds #2", "cases/sums.yaml", ("adds #2",)),
        ("cases/sums.yaml::#2", "cases/sums.yaml", ("#2",)),
        ("src/a.py::src.a.b", "src/a.py", ("src.a.b",)),
    ],
)
def test_the_ids_of_old_sessions_are_read(text: str, file: str, titles: tuple[str, ...]) -> None:
    found = TestId(text)
    assert (found, found.file, found.titles, found.occurrence) == (text, file, titles, 1)
    assert found.is_file == (not titles)
    assert TestId.of(file, titles) == text


@given(file=ANY, titles=TITLES, occurrence=st.integers(1, 12))
@example(file="web/cart.test.js", titles=["cart: empty", "adds::one", "twice"], occurrence=2)
@example(file="a:", titles=["b:", ":c"], occurrence=2)
@example(file="a", titles=["x", "#2"], occurrence=1)
@example(file="a", titles=["x", "[::#2"], occurrence=1)
def test_any_parts_come_back_from_one_line_that_any_file_can_hold(file, titles, occurrence) -> None:
    found = TestId.of(file, titles, occurrence)
    assert (found.file, found.titles) == (file, tuple(titles))
    assert found.occurrence == (occurrence if titles else 1)
    assert found.is_file == (not titles)
    assert len(found.splitlines()) <= 1
    assert found.encode() is not None


@given(text=st.lists(READABLE, min_size=1, max_size=4).map("::".join).filter(str.isprintable))
def test_any_readable_text_is_the_text_of_its_parts(text: str) -> None:
    found = TestId(text)
    assert TestId.of(found.file, found.titles, found.occurrence) == text


@given(names=st.lists(NAMES, min_size=1, max_size=3), parameters=st.none() | PARAMETERS)
@example(names=["test_b"], parameters="::#2")
@example(names=["TestA", "test_b"], parameters=" #2")
def test_no_id_of_pytest_is_mistaken(names: list[str], parameters: str | None) -> None:
    bracket = "" if parameters is None else f"[{parameters}]"
    found = TestId("::".join(["tests/test_a.py", *names]) + bracket)
    assert (found.file, found.occurrence, found.function) == ("tests/test_a.py", 1, names[-1])
    assert found.titles[:-1] == tuple(names[:-1])
    assert TestId.of(found.file, found.titles) == found


def test_hostile_titles_are_readable() -> None:
    found = TestId.of("a.test.js", ("outer [x]", 'says "a::b"\non two lines ü'), 2)
    assert found == 'a.test.js::outer \\[x]::says "a:\\:b"\\non two lines ü::#2'


@pytest.mark.parametrize("part", ["\\", ":", "[", "n\n", "::#2"])
def test_a_title_of_any_length_comes_back(part: str) -> None:
    title = part * 100_000
    assert TestId.of("a.js", (title, title)).titles == (title, title)


@pytest.mark.parametrize("occurrence", [0, -1, 10**9, 10**5000], ids=["zero", "negative", "large", "huge"])
def test_an_occurrence_that_no_text_could_hold_is_refused(occurrence: int) -> None:
    with pytest.raises(ValueError, match="one to nine digits"):
        TestId.of("a.js", ("x",), occurrence)


def test_other_titles_or_another_occurrence_are_another_id() -> None:
    same_text = [["a", "b"], ["a::b"], ["a", "b #2"], ["a", "b", "#2"], ["a", "b::#2"]]
    ids = [TestId.of("x.js", titles, number) for titles in same_text for number in (1, 2)]
    assert len(set(ids)) == len(ids)
