import pytest
from hypothesis import given
from hypothesis import strategies as st

from testfix_pipeline.core.records import Failure, Frame, Outcome
from testfix_pipeline.core.signatures import clusters, function_under_test, normalise_message, signature


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("assert 3 == -4.5e2", "assert <n> == <n>"),
        ("assert [1, 2] == [1, 2, 3]", "assert [<n>, ..] == [<n>, ..]"),
        ("<shop.Cart object at 0x7f12ab>", "<shop.Cart object at <hex>>"),
        ("not found: /tmp/x/y.txt", "not found: <path>"),
        ("in src/pkg/mod.py here", "in <path> here"),
        ("id 123e4567-e89b-12d3-a456-426614174000", "id <uuid>"),
        ("at 2024-01-02T03:04:05Z or 03:04:05.1", "at <time> or <time>"),
        ("KeyError: 'some key'", "KeyError: <str>"),
        ('got b"x\\"y"', "got <str>"),
        ("don't do that", "don't do that"),
        ("func2   has\ttabs", "func2 has tabs"),
        ("name 'foo' is not defined", "name 'foo' is not defined"),
        ("'Cart' object has no attribute 'total'", "'Cart' object has no attribute 'total'"),
        ("No module named 'a.b'", "No module named 'a.b'"),
        ("got an unexpected keyword argument 'x'", "got an unexpected keyword argument 'x'"),
    ],
)
def test_data_is_taken_out_and_names_stay(message: str, expected: str) -> None:
    assert normalise_message(message) == expected


def test_a_diff_goes_and_the_function_under_test_stays() -> None:
    message = "assert 'a-b' == 'a_b'\n  \n  - a_b\n  ?  ^\n  + a-b\n +  where 'a-b' = slugify('A b')"
    assert normalise_message(message) == "assert <str> == <str>\n+ where <str> = slugify(<str>)"
    assert function_under_test(message) == "slugify"
    assert function_under_test("+  where 1 = <bound method Cart.total of <x>>()") == "Cart.total"
    assert function_under_test("+  where 1 = text.count(2)") == "count"
    assert function_under_test("no such line") == ""


@given(st.text(alphabet=st.sampled_from("ab 1.0x-:/\\'\"<>n,\n+()[]_Z"), max_size=60))
def test_normalising_never_grows_without_bound_and_leaves_no_numbers_apart(text: str) -> None:
    lines = normalise_message(text).splitlines()
    assert len(lines) <= 6 and all(len(line) <= 160 for line in lines)


@given(st.text(alphabet=st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Zl", "Zp"])))
def test_quoted_text_does_not_change_a_message(text: str) -> None:
    assert normalise_message(f"assert {text!r} == 'x'"[:1500]) == "assert <str> == <str>"


def failed(test: str, *places: str, error_type: str = "ValueError", message: str = "bad 1") -> Outcome:
    frames = [Frame(file=file, line=n, function=name) for n, (file, name) in enumerate(p.split(":") for p in places)]
    return Outcome(id=test, status="failed", error_type=error_type, message=message, frames=frames)


def test_a_signature_has_the_innermost_two_source_frames() -> None:
    outcome = failed("tests/test_a.py::test_x", "tests/test_a.py:test_x", "a.py:outer", "a.py:mid", "b.py:inner")
    assert signature(outcome) == "ValueError | bad <n> | b.py:inner < a.py:mid"


def test_test_frames_give_only_their_file() -> None:
    one = failed("tests/test_a.py::test_x", "tests/test_a.py:test_x", message="a\nb")
    assert signature(one) == "ValueError | a / b | tests/test_a.py"
    assert signature(Outcome(id="t.py::x", status="error")) == "error |  | t.py"


def test_clusters_are_ordered_and_titled() -> None:
    inner = [Frame(file="pkg/text.py", line=1, function="slugify")]
    failing = [
        Failure(test="tests/test_z.py::c", signature="s2", error_type="KeyError"),
        Failure(test="tests/test_a.py::b", signature="s1", error_type="builtins.AssertionError", frames=inner),
        Failure(test="tests/test_a.py::a", signature="s1", error_type="builtins.AssertionError", frames=inner),
        Failure(test="tests/test_q.py::d", error="assert 1 == 2\n +  where 1 = add(1, 1)"),
    ]
    found = clusters(failing)
    assert [(cluster.title, cluster.tests) for cluster in found] == [
        ("AssertionError in slugify (text.py)", ["tests/test_a.py::a", "tests/test_a.py::b"]),
        ("KeyError in test_z.py", ["tests/test_z.py::c"]),
        ("Failure in add (test_q.py)", ["tests/test_q.py::d"]),
    ]
    assert clusters(failing[::-1]) == found


FAILURES = st.lists(
    st.builds(Failure, test=st.text("abc", min_size=1, max_size=4), signature=st.sampled_from(["", "1", "2", "3"])),
    unique_by=lambda failure: failure.test,
)


@given(FAILURES, st.randoms())
def test_clusters_divide_the_failures(failing: list[Failure], random: object) -> None:
    found = clusters(failing)
    shuffled = list(failing)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert clusters(shuffled) == found
    assert sorted(test for cluster in found for test in cluster.tests) == sorted(one.test for one in failing)
    assert [len(cluster.tests) for cluster in found] == sorted((len(c.tests) for c in found), reverse=True)


def test_assertions_on_one_function_are_alike_however_they_compare() -> None:
    plain = "assert 18180 == ((2 * 2490) + (20 * 600))\n +  where 18180 = shipping_cents('world', 21000, 0)"
    other = "assert 590 == 490\n +  where 590 = shipping_cents('domestic', 900, 0)"
    elsewhere = "assert 590 == 490\n +  where 590 = parcels(900)"
    signs = [
        signature(Outcome(id="tests/test_a.py::t", status="failed", error_type="AssertionError", message=message))
        for message in (plain, other, elsewhere)
    ]
    assert signs[0] == signs[1] != signs[2]
