"""Library pairs: the format, the halves, that they are proved, and how patches are judged.

`benchmarks.updates.check` proves all stored pairs in real environments. Here a small library of our own stands for one.
"""

import sysconfig
import tomllib
import venv
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.repair.stored_program import BugEdit
from benchmarks.updates import table
from benchmarks.updates.__main__ import said
from benchmarks.updates.check import complaints
from benchmarks.updates.pairs import FOLDERS, Pair, drawn_halves, load, pairs
from benchmarks.updates.silencing import signs
from benchmarks.updates.trial import outcome, run_trial
from testfix_pipeline.repair.language.registry import language_of
from testfix_pipeline.repair.model.unified_diff import unified_diff
from testfix_pipeline.standalone.report import Bug, Check, Patch, ProjectRepair
from testfix_pipeline.workspace.git.new_repository import make_repository

EVERY = pairs()
LATER = pairs("later", "further", "estimate", "rivals", "values", "changelogs", "blind", "fresh", "unseen")
PAIR = """\
library = "wordkit"
old = "1.0"
new = "2.0"
python = "3.11"
kind = "renamed"
symbol = "wordkit.shout"
description = "shout is called loud."

[[edits]]
file = "greeting.py"
old = "shout"
new = "loud"

[files]
"greeting.py" = '''
import wordkit


def greeting(name):
    return wordkit.shout(f"hello {name}")
'''

[tests]
"test_greeting.py" = '''
from greeting import greeting


def test_greeting():
    assert greeting("ada") == "HELLO ADA"
'''

[hidden]
"test_more.py" = '''
from greeting import greeting


def test_other():
    assert greeting("bo") == "HELLO BO"
'''
"""
VERSIONS = {"1.0": "shout", "2.0": "loud"}


@pytest.fixture
def pair() -> Pair:
    return load("wordkit", tomllib.loads(PAIR), "development")


@pytest.fixture(scope="module")
def pythons(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """By version of our library, an interpreter that has it, and pytest."""
    found = {}
    for version, name in VERSIONS.items():
        folder = tmp_path_factory.mktemp("environment")
        venv.create(folder / "venv", symlinks=True)
        library = folder / "library"
        library.mkdir()
        (library / "wordkit.py").write_text(f"def {name}(text):\n    return text.upper()\n")
        packages = next((folder / "venv" / "lib").glob("python*/site-packages"))
        (packages / "paths.pth").write_text(f"{library}\n{sysconfig.get_path('purelib')}\n")
        found[version] = folder / "venv" / "bin" / "python"
    return found


def test_the_stored_pairs_are_in_the_halves_that_were_drawn() -> None:
    drawn = drawn_halves({pair.name: pair.kind for pair in EVERY})
    assert {pair.name: pair.half for pair in EVERY} == drawn
    assert Counter(drawn.values()) == {"development": 30, "held-out": 30}


@pytest.mark.parametrize("half", FOLDERS)
def test_the_reference_fixes_compile_and_silence_nothing(half: str) -> None:
    for pair in (pair for pair in [*EVERY, *LATER] if pair.half == half):
        assert pair.fixed and pair.tests and pair.hidden
        for name, text in pair.fixed.items():
            assert text != pair.files[name]
            compile(text, name, "exec")
        assert (pair.name, signs(pair.files, pair.fixed)) == (pair.name, [])


def test_a_sound_pair_is_red_under_the_new_version_alone(pair: Pair, pythons: dict[str, Path]) -> None:
    assert complaints(pair, pythons["1.0"], pythons["2.0"]) == []
    wrong = replace(pair, edits=(BugEdit("greeting.py", "shout", "silent"),))
    found = complaints(wrong, pythons["1.0"], pythons["1.0"])
    assert any("test_other fails with the reference fix" in one for one in found)
    assert found[-2:] == [
        "no test of tests fails under wordkit==2.0",
        "no test of hidden_tests fails under wordkit==2.0",
    ]


def test_a_trial_leaves_a_row(pair: Pair, pythons: dict[str, Path]) -> None:
    row = run_trial(pair, pythons["2.0"], 2, 1)
    assert (row["id"], row["kind"], row["error"]) == ("development/wordkit", "renamed", "")
    assert row["failing"][0] == 1 and row["seconds"] > 0
    assert not row["accepted"] or row["plausible"]
    assert said(row).startswith("development/wordkit: ")


@pytest.mark.parametrize(
    ("text", "right", "exact", "silencing", "lead"),
    [
        ('wordkit.loud(f"hello {name}")', True, True, [], False),
        ('f"hello {name}".upper()', True, False, [], True),
        ('"HELLO ADA"', False, False, ["literal in place of a name"], False),
    ],
)
def test_the_patch_shown_first_is_judged_by_the_hidden_tests(
    pair: Pair,
    pythons: dict[str, Path],
    tmp_path: Path,
    text: str,
    right: bool,
    exact: bool,
    silencing: list[str],
    lead: bool,
) -> None:
    tree = tmp_path / "tree"
    pair.write(tree)
    make_repository(tree, "as it was")
    before = pair.files["greeting.py"]
    source = language_of("greeting.py").read_unparsed("greeting.py", before.encode(), absent=False)
    diff = unified_diff(source, before.replace('wordkit.shout(f"hello {name}")', text))
    row = outcome(pair, report(diff, lead), tree, pythons["2.0"])
    assert (row["right"], row["exact"], row["silencing"]) == (right, exact, silencing)
    assert (row["accepted"], row["plausible"]) == (not lead, True)


def report(diff: str, lead: bool) -> ProjectRepair:
    """A report of one bug with one patch, confirmed or held back."""
    patch = Patch(
        location="", description="", diff=diff, flips=[], complete=True, confidence=0.3 if lead else 0.9, meaning=""
    )
    bug = Bug(title="", tests=[], outcome="lead" if lead else "fixed", patch=patch, check=Check(confirmed=True))
    found = {"outcome": "open" if lead else "fixed", "bugs": [bug], "failing_before": 1, "failing_after": int(lead)}
    return ProjectRepair(project="", repository="", diff="" if lead else diff, **found)


SHOP = """\
import kit


def price(text):
    if not text:
        raise ValueError(text)
    kit.log(text)
    try:
        return kit.number(text)
    except KeyError:
        return kit.ZERO
"""


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("except KeyError:", "except Exception:", ["wider except"]),
        ("except KeyError:", "except (KeyError, TypeError):", ["wider except"]),
        ("except KeyError:", "except:", ["wider except"]),
        ("except KeyError:", "except LookupError:", []),
        ("    kit.log(text)\n", "    with suppress(Exception):\n        kit.log(text)\n", ["wider except"]),
        ("    if not text:\n        raise ValueError(text)\n", "", ["dropped check", "dropped statement"]),
        ("        raise ValueError(text)", "        pass", ["dropped check"]),
        ("kit.ZERO", "0", ["literal in place of a name"]),
        ("kit.number(text)", "kit.number('1')", ["literal in place of a name"]),
        ("kit.ZERO", "kit.constants.ZERO", []),
        ("kit.number(text)", "kit.number(text, strict=False)", []),
        ("kit.number(text)", "list(kit.number(text))", []),
        ("    kit.log(text)\n", "", ["dropped statement"]),
        ("if not text:", "if not text and text is None:", ["changed check"]),
        ("if not text:", "if text:", ["changed check"]),
        ("    kit.log(text)", "    return None", ["early return"]),
        ("import kit\n", "if True:\n    import kit\n", ["import under a condition"]),
        ("import kit\n", "try:\n    import kit\nexcept ImportError:\n    kit = None\n",
         ["import under a condition", "wider except"]),
        ("import kit\n", "from kit import number\nimport kit\n", []),
        ("import kit\n", "import kit\n\n\ndef cost(text):\n    return kit.number(text)\n", []),
        ("import kit\n", "import (\n", []),
    ],
)  # fmt: skip
def test_signs_of_silencing(old: str, new: str, found: list[str]) -> None:
    assert SHOP.count(old) == 1
    assert signs({"shop.py": SHOP}, {"shop.py": SHOP.replace(old, new)}) == found


def row(
    kind: str = "renamed", *, right: bool = True, silencing: tuple[str, ...] = (), seconds: float = 4.0
) -> table.Row:
    return {
        "half": "development", "kind": kind, "right": right, "exact": right, "accepted": True, "plausible": True,
        "silencing": list(silencing), "seconds": seconds, "diagnosis": {"library": True, "symbol": right},
    }  # fmt: skip


def test_a_held_out_pair_is_not_named(pair: Pair) -> None:
    hidden = {"id": "held-out/secret", **row(), "half": "held-out", "outcome": "open", "error": "secret"}
    assert said(hidden).startswith("held-out (renamed): EXACT") and "secret" not in said(hidden)
