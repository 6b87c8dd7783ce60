"""`testfix doctor --project`: what libraries warn about, in text and as JSON."""

from typing import Any

import pytest

from testfix_pipeline_tests.updates.libraries import BOX, installed

SHOP = "import boxlib\n\n\ndef use():\n    return boxlib.unpack([1])\n"
TESTS = "import shop\n\n\ndef test_use():\n    assert shop.use() == [1]\n"


@pytest.fixture
def shop(repository: Any) -> Any:
    repo = repository()
    installed(repo.root / ".venv", {"boxlib": ("2.0", BOX)})
    repo.commit("first", **{".gitignore": ".venv/\n", "shop.py": SHOP, "test_shop.py": TESTS})
    return repo


def test_deprecations_are_rows_where_a_project_is_named(shop: Any, testfix: Any) -> None:
    found = testfix("doctor", "--project", shop.root, "--json").found
    rows = [row for row in found if row["check"] == "deprecation"]
    assert [(row["state"], row["symbol"], row["places"]) for row in rows] == [("soon", "boxlib.unpack", ["shop.py:5"])]
    assert rows[0]["next_step"] == "Use boxlib.unbox instead."
    ended = testfix("doctor", "--project", shop.root)
    text = ended.out
    assert "running the suite once" in ended.err and text.count("interpreter ") == text.count("boxlib.unpack at") == 1
    assert "soon     deprecation  boxlib 2.0 boxlib.unpack at shop.py:5: unpack is deprecated" in text
    assert "deprecation  " not in testfix("doctor", "--project", shop.root, "--no-deprecations").out


def test_a_suite_without_any_and_one_that_cannot_be_measured_are_distinguished(shop: Any, testfix: Any) -> None:
    shop.write("shop.py", SHOP.replace("unpack", "unbox"))
    assert "the suite met none of installed libraries" in testfix("doctor", "--project", shop.root).out
    shop.write("pytest.ini", "[pytest]\naddopts = --no-such-option\n")
    out = testfix("doctor", "--project", shop.root).out
    assert "not looked for: The tests can't be measured" in out
    assert "below is what" not in out and f"next: `testfix measure --project {shop.root}`" in out
