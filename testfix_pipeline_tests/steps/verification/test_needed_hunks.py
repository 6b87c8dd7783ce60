"""`--hunks` says which test needs which hunk of a change, and which hunk none needs."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from testfix_pipeline.cli.views import verify_view
from testfix_pipeline.core.verification import Verification
from testfix_pipeline.steps.verification import needed_hunks
from testfix_pipeline.steps.verification.compared_commits import ChangeToVerify
from testfix_pipeline.steps.verification.verify_change import verify

SHOP = """\
RATE = 2


def price(amount):
    return amount * 3


def name(item):
    return item.lower()


def note(item):
    return "sold " + item


def same(item):
    return item
"""
TESTS = """\
from shop import name, note, price


def test_price():
    assert price(2) == 4


def test_name():
    assert name("Tea") == "TEA"


def test_note():
    assert note("tea").endswith("tea")
"""


def verified(repo: Any) -> Verification:
    return verify({"project": str(repo.root)}, ChangeToVerify("HEAD^..HEAD", hunks=True))


def test_each_hunk_is_said_with_the_tests_that_need_it(repository: Callable[..., Any]) -> None:
    repo = repository("shop")
    repo.commit("before", **{"shop.py": SHOP, "test_shop.py": TESTS, "README.md": "# Shop\n"})
    after = SHOP.replace("RATE = 2", "RATE = 2  # of all").replace("amount * 3", "amount * RATE")
    after = after.replace("lower()", "upper()").replace('"sold "', '"Sold "')
    after += "\n\ndef half(amount):\n    return amount / 2\n"
    tests = TESTS.replace("import name,", "import half, name,") + "\n\ndef test_half():\n    assert half(4) == 2\n"
    repo.commit("after", **{"shop.py": after, "test_shop.py": tests, "README.md": "# Our shop\n", "left.py": "X = 1\n"})
    found = verified(repo)
    assert found.verdict == "verified", found.verdict_with_reasons()
    needs = {(one.path, one.first): [test.partition("::")[2] for test in one.tests] for one in found.hunks}
    assert needs == {
        ("left.py", 1): [],
        ("shop.py", 5): ["test_price"],
        ("shop.py", 9): ["test_name"],
        ("shop.py", 13): [],
        ("shop.py", 18): ["test_half", "test_name", "test_price"],  # without it, the tests can't be imported
    }
    said = verify_view.text(found)
    assert 'hunks that no test needs (2)\n  left.py:1 `the whole file`\n  shop.py:13 `return "Sold " + item`' in said
    assert "  shop.py:5 `return amount * RATE`: test_shop.py::test_price\n" in said
    assert "hunks" not in verify_view.text(found.model_copy(update={"hunks": []}))


def test_a_hunk_that_only_an_old_test_needs_and_one_of_too_many(repository, monkeypatch) -> None:
    repo = repository("shop")
    repo.commit("before", **{"shop.py": SHOP, "test_shop.py": TESTS})
    moved = SHOP.replace("amount * 3", "amount * 2").replace('"sold " + item', "words.SOLD + item")
    moved = "import words\n" + moved
    repo.commit("after", **{"shop.py": moved, "words.py": 'SOLD = "sold "\n'})
    monkeypatch.setattr(needed_hunks, "MOST_HUNKS", 3)
    found = verified(repo)
    needs = {(one.path, one.first): [test.partition("::")[2] for test in one.tests] for one in found.hunks if one.tried}
    assert needs == {("shop.py", 1): ["test_note"], ("shop.py", 6): ["test_price"], ("shop.py", 14): []}
    assert [one.path for one in found.hunks if not one.tried] == ["words.py"]
    assert "hunks that were not tried (1)\n  words.py:1 `the whole file`" in verify_view.text(found)


def test_links_stay_as_they_are_and_programs_stay_executable(repository: Callable[..., Any], tmp_path: Path) -> None:
    repo, outside = repository("shop"), tmp_path / "outside.txt"
    outside.write_text("kept")
    tests = "import subprocess\n\n\ndef test_tool():\n    subprocess.run(['./tool'], check=True)\n"
    (repo.root / "link").symlink_to("shop.py")
    (repo.root / "folder").mkdir()
    repo.commit(
        "before",
        **{"shop.py": SHOP, "test_shop.py": TESTS.replace("price(2) == 4", "price(2) == 6"), "folder/zz.py": ""},
    )
    (repo.root / "link").unlink()
    (repo.root / "link").symlink_to(outside)
    (repo.root / "folder/zz.py").unlink()
    (repo.root / "folder").rmdir()
    (repo.root / "folder").symlink_to(tmp_path)
    (repo.root / "tool").write_text("#!/bin/sh\ntrue\n")
    (repo.root / "tool").chmod(0o755)
    repo.commit("after", **{"test_tool.py": tests, "zz.py": "Z = 1\n"})
    found = verified(repo)
    needs = {one.path: ([test.partition("::")[2] for test in one.tests], one.tried) for one in found.hunks}
    away = dict.fromkeys(("link", "folder", "folder/zz.py"), ([], False))
    assert needs == {**away, "tool": (["test_tool"], True), "zz.py": ([], True)}
    assert outside.read_text() == "kept" and not (tmp_path / "zz.py").exists()
