"""What failing tests need and the program lacks, and what a small edit may repair."""

from collections.abc import Callable, Mapping
from pathlib import Path

from testfix_pipeline.core.change_history import Change, ChangedCodeFile
from testfix_pipeline.core.records import Cluster, Failure, Frame
from testfix_pipeline.core.test_ids import FailureSignature, TestId
from testfix_pipeline.explanation.abstention import abstention, explained_groups, parts_of
from testfix_pipeline.explanation.incomplete_code import LackingPart, lacking_parts
from testfix_pipeline.explanation.product_sources import ProductSources

SHOP = '''
def parse(text):
    """Return cents."""
    pass


def rate(country, year):
    return 0


def total(prices, mode="sum"):
    if mode == "mean":
        raise NotImplementedError
    return sum(prices)


class Cart:
    def empty(self):
        """Nothing to do here."""
'''
TEST = TestId("test_shop.py::test_it")
Write = Callable[[Mapping[str, str]], Path]


def found(
    write: Write,
    lines: set[int],
    error: str = "assert None == 3",
    passing: Mapping[str, set[int]] | None = None,
    frame: int = 0,
    error_type: str = "AssertionError",
    changes: tuple[Change, ...] = (),
) -> list[str]:
    """The names of what is lacking for a test that runs these lines of `shop.py`."""
    sources = ProductSources(write({"shop.py": SHOP, "test_shop.py": ""}), frozenset({"test_shop.py"}))
    frames = [Frame(file="shop.py", line=frame, function="f")] if frame else []
    failure = Failure(test=TEST, error=error, error_type=error_type, frames=frames)
    others = {TestId(f"test_shop.py::{name}"): {"shop.py": seen} for name, seen in (passing or {}).items()}
    parts = lacking_parts(sources, [failure], {TEST: {"shop.py": lines}, **others}, list(others), changes)
    assert all(part.tests == (TEST,) for part in parts)
    return [part.name for part in parts]


def test_a_stub_that_the_failing_test_runs_is_lacking(write: Write) -> None:
    assert found(write, {4}) == ["parse"]
    assert found(write, {8}) == ["rate"]
    assert found(write, {14}) == []


def test_what_passing_tests_run_may_be_meant_so(write: Write) -> None:
    assert found(write, {4}, passing={"test_other": {4}}) == []
    said = "assert None == 3\n +  where None = parse('3')"
    assert found(write, {4}, said, passing={"test_empty": {4}}) == ["parse"]


def test_a_case_that_is_left_out_is_lacking_if_the_test_needs_it(write: Write) -> None:
    assert found(write, {12, 13}, "", frame=13, error_type="NotImplementedError") == ["total"]
    assert found(write, {12, 14}, "assert 3 == 4") == []


def test_a_module_of_a_package_is_missing(write: Write) -> None:
    root = write({"store/__init__.py": "", "store/cart.py": "LINES = {}\n"})
    failure = Failure(test=TEST, error="No module named 'store.vouchers'", error_type="ModuleNotFoundError")
    assert [part.name for part in lacking_parts(ProductSources(root), [failure], {}, [])] == ["vouchers"]
    near = failure.model_copy(update={"error": "No module named 'store.carts'"})
    assert lacking_parts(ProductSources(root), [near], {}, []) == []


def test_a_name_that_the_program_asks_for_may_be_misspelt_or_set_too_late(write: Write) -> None:
    said = "'Cart' object has no attribute 'checkout'"
    assert found(write, {14}, said, frame=14, error_type="AttributeError") == []


def test_what_an_earlier_text_had_may_be_restored(write: Write) -> None:
    before = ChangedCodeFile("shop.py", "def refund_voucher(code):\n    return code\n", "")
    change = Change("1" * 40, "0" * 40, "remove", (before,))
    said = "module 'shop' has no attribute 'refund_voucher'"
    assert found(write, set(), said, error_type="AttributeError", changes=(change,)) == []


def test_a_cluster_is_given_up_only_if_every_test_of_it_is_explained(write: Write) -> None:
    other = TestId("test_shop.py::test_other")
    part = LackingPart("stub", "parse", "shop.py", 2, (TEST,), "`parse` (shop.py:2) is a stub")
    groups = [Cluster(signature=FailureSignature(one), tests=[TEST, other][: n + 1]) for n, one in enumerate("ab")]
    assert explained_groups(groups, [part]) == groups[:1]
    assert parts_of([part], [TEST, other]) == []
    assert abstention([part], [Failure(test=TEST), Failure(test=other)]) == (
        "no small edit can repair this: 1 failing test needs 1 part of the program that is not there: "
        "`parse` (shop.py:2) is a stub"
    )
    assert abstention([], [Failure(test=TEST)]) == ""
