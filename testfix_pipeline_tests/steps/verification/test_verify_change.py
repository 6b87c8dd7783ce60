"""Anybody's change, judged by real runs: repairs, deceptions, lost tests, tests that ask for less."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from testfix_pipeline.core.errors import BudgetSpent, UsageError
from testfix_pipeline.core.verification import Verification
from testfix_pipeline.steps.verification.compared_commits import ChangeToVerify
from testfix_pipeline.steps.verification.verify_change import verify
from testfix_pipeline_tests.conftest import Repository

CART = """\
def total(prices, limit):
    result = 0
    for price in prices:
        if price < limit:
            result += price
    return result


def mean(prices):
    return sum(prices) / len(prices)
"""
TESTS = """\
import pytest
from cart import mean, total


def test_total():
    assert total([1, 2, 3], 3) == 6


def test_none():
    assert total([], 3) == 0


@pytest.mark.parametrize("n", [1, 2])
def test_mean(n):
    assert mean([n, n]) == n
    assert mean([n]) == n
"""
FIXED = CART.replace("price < limit", "price <= limit")
TOTAL, NONE = "test_cart.py::test_total", "test_cart.py::test_none"


class Case(NamedTuple):
    cart: str = CART
    tests: str = TESTS
    verdict: str = "not verified"
    reason: str = ""


LESS = TESTS.replace("    assert mean([n]) == n\n", "").replace("def test_none", "@pytest.mark.skip\ndef test_none")
CASES = {
    "repaired, with a renamed and a new test": Case(
        FIXED,
        f"{TESTS.replace('test_none', 'test_nothing')}\n\ndef test_two():\n    assert total([5], 5) == 5\n",
        "verified",
        f"Newly passing, and none was lost: {TOTAL}.",
    ),
    "only the test's input": Case(
        CART.replace("    result = 0", "    if prices == [1, 2, 3]:\n        return 6\n    result = 0"),
        reason="no repair: total([1, 2, 3],3,) gives 6",
    ),
    "the process is ended": Case(
        f"import os\nos._exit(0)\n{CART}", reason="With the change, the tests can no longer be measured"
    ),
    "a passing test is lost": Case(CART.replace("return result", "return result or 1"), reason=NONE),
    "an assertion is gone": Case(FIXED, LESS, reason="No test sees any more what `mean([1])` comes to (`1.0`)."),
    "a test is skipped": Case(FIXED, LESS, reason="No test sees any more what `total([], 3)` comes to (`0`)."),
    "a case and a test are gone": Case(
        FIXED,
        TESTS[: TESTS.index("def test_none")] + TESTS[TESTS.index("@pytest") :].replace("[1, 2])", "[1])"),
        reason="test_mean[2] is removed",
    ),
    "the expectation is changed": Case(
        tests=TESTS.replace("== 6", "== 3"),
        verdict="cannot tell",
        reason=f"{TOTAL} failed before and pass only as edited",
    ),
}


@pytest.fixture(scope="module")
def cart(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A repository with one failing test, and a cache that the cases share."""
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("verify")
        (folder / "gitconfig").write_text("[user]\n\tname = Ada\n\temail = ada@example.org\n")
        patch.setenv("GIT_CONFIG_GLOBAL", str(folder / "gitconfig"))
        repo = Repository(folder / "project")
        repo.commit(**{"cart.py": CART, "test_cart.py": TESTS})
        yield repo


@pytest.fixture
def verified(cart: Any, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Verification]:
    """Call with the new texts for what `testfix verify` finds of the working tree."""

    def run(**files: str) -> Verification:
        monkeypatch.setenv("TESTFIX_CACHE", str(cart.root.parent / "cache"))
        cart.git("checkout", "-q", ".")
        for path, text in files.items():
            cart.write(path, text)
        before = cart.fingerprint()
        found = verify({"project": str(cart.root)}, ChangeToVerify())
        assert cart.fingerprint() == before and not cart.refs().keys() - {"refs/heads/main"}
        return found

    return run


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_change_has_the_verdict_of_its_runs(case: Case, verified: Callable[..., Verification]) -> None:
    found = verified(**{"cart.py": case.cart, "test_cart.py": case.tests})
    verdict, reasons = found.verdict_with_reasons()
    assert verdict == case.verdict and any(case.reason in reason for reason in reasons), reasons


def test_what_can_not_be_measured_can_not_be_reported(cart: Any, verified: Callable[..., Verification]) -> None:
    found = verified(**{"cart.py": FIXED, "conftest.py": "raise RuntimeError('no database')\n"})
    (cart.root / "conftest.py").unlink()
    assert found.verdict == "cannot tell" and "with the change's own tests" in found.fault


UNSTEADY = """\

@pytest.mark.parametrize("n", [str(__import__("uuid").uuid4()), "x"])
def test_name(n):
    assert n
"""


@pytest.mark.parametrize(
    ("tests", "verdict", "reason"),
    [
        (TESTS + UNSTEADY, "verified", f"Newly passing, and none was lost: {TOTAL}."),
        (TESTS + UNSTEADY + "\ndef test_new(): assert total([5], 5) == 5\n", "verified", TOTAL),
        (TESTS.replace("[1, 2])", "[1, 3])") + UNSTEADY, "not verified", "test_mean[2] is removed"),
    ],
    ids=["only code", "a new test", "a case is replaced"],
)
def test_ids_that_differ_from_run_to_run_are_no_removed_tests(repository, tests, verdict, reason) -> None:
    repo = repository()
    repo.commit(**{"cart.py": CART, "test_cart.py": TESTS + UNSTEADY})
    repo.write("cart.py", FIXED)
    repo.write("test_cart.py", tests)
    found = verify({"project": str(repo.root)}, ChangeToVerify())
    said, reasons = found.verdict_with_reasons()
    assert said == verdict and any(reason in one for one in reasons), (reasons, found.fault)


def test_a_budget_that_is_over_ends_the_judging(repository: Callable[..., Any]) -> None:
    repo = repository()
    repo.commit(**{"cart.py": CART, "test_cart.py": TESTS})
    repo.write("cart.py", FIXED)
    launch = {"project": str(repo.root), "budget_seconds": 60.0}
    with pytest.raises(BudgetSpent, match="60 seconds of wall time"):
        verify(launch, ChangeToVerify(), counting_since=time.time() - 100)
    assert verify(launch, ChangeToVerify(), counting_since=time.time()).newly_passing == [TOTAL]


def test_ranges_patches_and_the_index(repository: Callable[..., Any], tmp_path: Path) -> None:
    repo = repository()
    repo.commit(**{"cart.py": CART, "test_cart.py": TESTS})
    repo.git("checkout", "-q", "-b", "work")
    repo.commit(**{"cart.py": FIXED})
    project = {"project": str(repo.root)}
    for revisions in ("main..work", "main...HEAD", "main"):
        assert verify(project, ChangeToVerify(revisions)).newly_passing == [TOTAL]
    patch = tmp_path / "fix.patch"
    patch.write_text(repo.git("diff", "main", "work"))
    repo.git("checkout", "-q", "main")
    assert verify(project, ChangeToVerify(patch=patch)).newly_passing == [TOTAL]
    repo.write("cart.py", FIXED)
    repo.git("add", "cart.py")
    repo.write("cart.py", "nonsense(")
    assert verify(project, ChangeToVerify(staged=True)).newly_passing == [TOTAL]


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        (ChangeToVerify(), "Nothing differs between HEAD and the working tree"),
        (ChangeToVerify("main..nowhere"), "There is no commit 'nowhere'"),
        (ChangeToVerify("--output=x"), "There is no commit '--output=x'"),
        (ChangeToVerify("main..HEAD", staged=True), "exclude each other"),
        (ChangeToVerify(patch=Path("/proc/self/mem")), "can't be read"),
        (ChangeToVerify(patch=Path("/dev/zero")), "has more than 16 MiB"),
        (ChangeToVerify(patch=Path(__file__)), "is no patch that git can read"),
    ],
    ids=[
        "no change",
        "unknown commit",
        "an option as a commit",
        "two kinds",
        "unreadable patch",
        "endless file",
        "no patch",
    ],
)
def test_what_can_not_be_compared_is_refused(cart: Any, wanted: ChangeToVerify, said: str) -> None:
    cart.git("checkout", "-q", ".")
    with pytest.raises(UsageError, match=said):
        verify({"project": str(cart.root)}, wanted)
