"""What only a person can say about changed tests is one question, and an answer holds for that content alone."""

import itertools
from collections.abc import Callable
from typing import Any

import pytest

from testfix_pipeline.cli.views import verify_view
from testfix_pipeline.core.verification import Verification
from testfix_pipeline.steps.verification.compared_commits import ChangeToVerify
from testfix_pipeline.steps.verification.verify_change import verify

PRICE = "def price(amount):\n    return amount * 3\n"
OLD = """\
from price import price


def test_price():
    assert price(2) == 4


def test_nothing():
    assert price(0) == 0
"""
EDITED = OLD.replace("price(2) == 4", "price(2) == 6")
QUESTION = "which is right, `assert price(2) == 4` before or `assert price(2) == 6` now?"

Change = Callable[..., Callable[..., Verification]]


@pytest.fixture
def change(repository: Callable[..., Any]) -> Change:
    """Call with the files after a change for a function that verifies it, with what a person acknowledged."""

    names = itertools.count()

    def make(**after: str) -> Callable[..., Verification]:
        repo = repository(f"project{next(names)}")
        repo.commit("before", **{"price.py": PRICE, "test_price.py": OLD})
        repo.commit("after", **{path.replace("__", "."): text for path, text in after.items()})
        return lambda acknowledged="": verify(
            {"project": str(repo.root)}, ChangeToVerify("HEAD^..HEAD", acknowledged=acknowledged)
        )

    return make


def test_a_person_answers_the_question_for_this_content_alone(change: Change) -> None:
    judged = change(test_price__py=EDITED)
    asked = judged()
    assert asked.verdict == "cannot tell" and any(QUESTION in reason for reason in asked.verdict_with_reasons()[1])
    assert f"--acknowledged {asked.content}" in verify_view.text(asked)
    answered = judged(f"bug, Tests_Acknowledged_{asked.content.upper()}")
    verdict, reasons = answered.verdict_with_reasons()
    assert verdict == "verified" and any(one.startswith("Acknowledged by a person: ") for one in reasons)
    assert not any("Still failing" in one for one in reasons)
    assert len(asked.content) == 32  # of 128 bits: nobody finds two changes with one fingerprint
    assert judged(f"{asked.content}0 {asked.content[:-1]}").verdict == "cannot tell"
    other = change(test_price__py=EDITED + "\n\ndef test_more():\n    assert price(1) == 3\n")(asked.content)
    assert other.verdict == "cannot tell" and "of another content" in other.verdict_with_reasons()[1][-1]


def test_nobody_acknowledges_what_deceives(change: Change) -> None:
    judged = change(test_price__py=OLD.replace("    assert price(0) == 0\n", "    price(0)\n"))
    asked = judged()
    assert asked.verdict == judged(asked.content).verdict == "not verified"
    assert "--acknowledged" not in verify_view.text(asked)


EMPTIED = {
    "empty": "pass",
    "asks_nothing": "price(2)",
    "always_true": "assert price(2) or True",
    "swallowed": "try:\n        assert price(2) == 4\n    except AssertionError:\n        pass",
    "inverted": "with pytest.raises(AssertionError):\n        assert price(2) == 4",
}


def test_nobody_acknowledges_failing_tests_that_can_fail_no_more(repository: Callable[..., Any]) -> None:
    tests = {name: f"\n\ndef test_{name}():\n    assert price(2) == 4\n" for name in EMPTIED}
    head = "import pytest\n\nfrom price import price\n"
    repo = repository()
    repo.commit("before", **{"price.py": PRICE, "test_price.py": head + "".join(tests.values())})
    bodies = (f"\n\ndef test_{name}():\n    {body}\n" for name, body in EMPTIED.items())
    repo.commit("after", **{"test_price.py": head + "".join(bodies)})
    launch = {"project": str(repo.root)}
    asked = verify(launch, ChangeToVerify("HEAD^..HEAD"))
    answered = asked.model_copy(update={"acknowledged": True})
    assert asked.verdict == answered.verdict == "not verified"
    emptied = {one.test.rpartition("::test_")[2] for one in asked.test_edits if one.kind == "emptied"}
    assert emptied == set(EMPTIED)
