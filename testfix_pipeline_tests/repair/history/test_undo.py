"""Tests that used to pass: the change that broke them is found, and undone no further than needed."""

import ast
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline.core.change_history import Change, ChangedCodeFile
from testfix_pipeline.repair import engine
from testfix_pipeline.repair.engine import RepairResult
from testfix_pipeline.repair.history.project_history import ChangeHistory, candidate_of_edits, edits_of
from testfix_pipeline.repair.history.undo import undo_hunks
from testfix_pipeline.repair.languages.python.analysis.edit import apply_spans
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.model.sources import Sources
from testfix_pipeline.workspace.git.change_history import recent_changes, uncommitted_change

Fixer = Callable[..., RepairResult]

STOCK = '''\
"""Stock of a shop."""

LIMIT = 3


class Stock:
    def __init__(self):
        self.counts = {}

    def add(self, name, number=1):
        if number < 0:
            raise ValueError("negative")
        name = name.strip()
        self.counts[name] = self.counts.get(name, 0) + number

    def take(self, name, number=1):
        have = self.counts.get(name, 0)
        if number > have:
            raise LookupError(name)
        self.counts[name] = have - number
        if not self.counts[name]:
            del self.counts[name]
        return have - number

    def low(self):
        return sorted(name for name, number in self.counts.items() if number < LIMIT)

    def total(self):
        return sum(self.counts.values())


def describe(stock):
    parts = [f"{name}: {number}" for name, number in sorted(stock.counts.items())]
    return ", ".join(parts) or "empty"
'''
TESTS = """\
import pytest
from stock import Stock, describe

def filled():
    stock = Stock()
    stock.add("tea", 5)
    stock.add("rice", 2)
    return stock

def test_low(): assert filled().low() == ["rice"]
def test_total(): assert filled().total() == 7
def test_describe(): assert describe(filled()) == "rice: 2, tea: 5"
def test_take(): assert filled().take("tea", 2) == 3
def test_take_all():
    stock = filled()
    stock.take("rice", 2)
    assert describe(stock) == "tea: 5"
def test_too_many():
    with pytest.raises(LookupError): filled().take("tea", 9)
def test_negative():
    with pytest.raises(ValueError): filled().add("tea", -1)
"""
HARMLESS = (
    ('"""Stock of a shop."""', '"""What a shop has."""'),
    ("        name = name.strip()\n", "        name = str(name).strip()\n"),
    ("        return sum(self.counts.values())", "        return sum(self.counts[name] for name in self.counts)"),
    ('    return ", ".join(parts) or "empty"', '    return ", ".join(parts) if parts else "empty"'),
    ('raise ValueError("negative")', 'raise ValueError(f"negative: {number}")'),
)
GUARD = "        if not self.counts[name]:\n            del self.counts[name]\n"


def changed(text: str, *pairs: tuple[str, str]) -> str:
    for old, new in pairs:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def same(one: str, other: str) -> bool:
    return ast.dump(ast.parse(one)) == ast.dump(ast.parse(other))


@pytest.fixture
def repaired(repository: Callable[..., Any], fix: Fixer) -> Callable[..., RepairResult]:
    """Commits states of a project one after the other and repairs the last one with what git knows."""

    def run(*states: Mapping[str, str | None], **more: Any) -> RepairResult:
        repo = repository()
        for number, state in enumerate(states):
            for path, text in state.items():
                if text is None:
                    (repo.root / path).unlink()
                else:
                    repo.write(path, text)
            repo.commit(f"state {number}")
        changes = recent_changes(repo.open().git, "HEAD")
        return fix(repo.root, changes=changes, **more)

    return run


def test_a_removal_among_other_changes_of_a_commit_is_undone_alone(repaired: Callable[..., RepairResult]) -> None:
    others = changed(STOCK, *HARMLESS)
    result = repaired({"stock.py": STOCK, "test_stock.py": TESTS}, {"stock.py": changed(others, (GUARD, ""))})
    assert same(result.patches[0].files["stock.py"], others), result.patches[0].diff
    assert result.patches[0].complete and result.candidates_tried < 40
    assert result.regression is not None
    assert result.regression.tests == ("test_stock.py::test_take_all",)
    assert result.regression.bad[0].endswith("(state 1)")


def test_the_change_to_blame_is_found_among_many(repaired: Callable[..., RepairResult]) -> None:
    states, text = [{"stock.py": STOCK, "test_stock.py": TESTS}], STOCK
    for pair in (*HARMLESS[:2], (GUARD, ""), *HARMLESS[2:]):
        text = changed(text, pair)
        states.append({"stock.py": text})
    result = repaired(*states)
    assert same(result.patches[0].files["stock.py"], changed(STOCK, *HARMLESS))
    assert result.regression is not None and result.regression.bad[0].endswith("(state 3)")
    assert result.regression.text in result.notes
    assert result.regression.text.startswith("test_stock.py::test_take_all passes with the code of ")


def test_what_was_removed_comes_back_with_the_names_and_the_indentation_of_now() -> None:
    without = changed(STOCK, (GUARD, ""))
    body = without[without.index("        have = ") : without.index("    def low")]
    deeper = "        with self.lock:\n" + "".join(f"    {line}\n" for line in body.rstrip().split("\n")) + "\n"
    later = changed(without, (body, deeper), ("self.counts = {}", "self.counts = {}\n        self.lock = Lock()"))
    source = SourceFile("stock.py", later.replace("counts", "numbers").encode())
    [one] = undo_hunks(source, STOCK, without)
    wanted = "            if not self.numbers[name]:\n                del self.numbers[name]\n"
    assert f"{wanted}            return have - number\n" in apply_spans(source.text, one.whole.spans)


def test_a_removed_file_comes_back(repaired: Callable[..., RepairResult]) -> None:
    first = {"words.py": "def plural(n):\n    return 's' * (n != 1)\n"}
    first["report.py"] = "from words import plural\n\ndef items(n):\n    return f'{n} item{plural(n)}'\n"
    first["test_report.py"] = "def test_items():\n    from report import items\n    assert items(2) == '2 items'\n"
    result = repaired(first, {"words.py": None})
    assert result.patches[0].complete and result.patches[0].files == {"words.py": first["words.py"]}
    assert "--- /dev/null\n+++ b/words.py" in result.patches[0].diff


def past(tmp_path: Path, now: str, *changes: tuple[str, str]) -> ChangeHistory:
    (tmp_path / "stock.py").write_text(now)
    files = [ChangedCodeFile("stock.py", before, after, "stock.py") for before, after in changes]
    return ChangeHistory(Sources(tmp_path), [Change("c" * 40, "p" * 40, "work", (file,)) for file in files])


def test_a_removed_function_comes_back_where_it_was(tmp_path: Path) -> None:
    function = STOCK[STOCK.index("    def low") : STOCK.index("    def total")]
    without = changed(STOCK, (function, ""))
    later = changed(without, *HARMLESS)
    [placed] = past(tmp_path, later, (without, later), (STOCK, without)).undos(1)
    assert same(apply_spans(later, placed.undo.whole.spans), changed(STOCK, *HARMLESS))


def test_a_hunk_of_several_changes_is_taken_apart(tmp_path: Path) -> None:
    now = changed(
        STOCK, ("number > have", "number >= have + 2"), ("raise LookupError(name)", "raise KeyError(name, 1)")
    )
    [placed] = past(tmp_path, now, (STOCK, now)).undos(0)
    texts = {apply_spans(now, edit.spans) for edit in edits_of(placed.undo)}
    assert texts >= {STOCK, changed(now, (">= have + 2", "> have")), changed(now, (">= have + 2", "> have + 2"))}
    assert changed(now, ("raise KeyError(name, 1)", "raise LookupError(name)")) in texts


def test_code_before_a_change_lacks_all_that_came_later(tmp_path: Path) -> None:
    one = changed(STOCK, HARMLESS[0])
    two = changed(one, HARMLESS[1])
    found = past(tmp_path, two, (one, two), (STOCK, one)).code_before(1)
    assert candidate_of_edits(found, 1.0).texts == {"stock.py": STOCK}


def test_work_that_is_not_committed_is_undone_first(repository: Callable[..., Any], fix: Fixer) -> None:
    repo = repository()
    repo.commit("first", **{"stock.py": STOCK, "test_stock.py": TESTS})
    repo.commit("second", **{"stock.py": changed(STOCK, HARMLESS[1])})
    repo.write("stock.py", changed(STOCK, HARMLESS[1], (GUARD, ""), HARMLESS[2]))
    now = uncommitted_change(repo.open().git, repo.root)
    assert now is not None
    changes = [now, *recent_changes(repo.open().git, "HEAD")]
    result = fix(repo.root, changes=changes)
    assert same(result.patches[0].files["stock.py"], changed(STOCK, HARMLESS[1], HARMLESS[2]))
    assert result.regression is not None and result.regression.bad == ("uncommitted changes",)


def test_where_no_earlier_code_passes_nobody_is_blamed(repaired: Callable[..., RepairResult]) -> None:
    broken = changed(STOCK, ("if number < LIMIT", "if number > LIMIT"))
    result = repaired({"stock.py": broken, "test_stock.py": TESTS}, {"stock.py": changed(broken, *HARMLESS)})
    assert result.regression is None
    assert same(result.patches[0].files["stock.py"], changed(STOCK, *HARMLESS))


@pytest.mark.parametrize("is_recent", [True, False])
def test_libraries_are_asked_only_where_no_undo_of_the_projects_own_changes_fixes_all(
    is_recent: bool, repaired: Callable[..., RepairResult], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[object] = []
    monkeypatch.setattr(engine, "repair_libraries", lambda request, workers: asked.append(request))
    broken = changed(STOCK, ("if number < LIMIT", "if number > LIMIT"))
    before, after = (STOCK, broken) if is_recent else (broken, changed(broken, *HARMLESS))
    result = repaired({"stock.py": before, "test_stock.py": TESTS}, {"stock.py": after})
    assert result.patches[0].complete and bool(asked) is not is_recent


def test_a_replacement_that_missed_a_place_is_made_there_too(repaired: Callable[..., RepairResult]) -> None:
    code = "import clock\n\n\ndef one():\n    return [clock.read()]\n\n\ndef two():\n    return {1: clock.read()}\n\n\n"
    code += "def three(n):\n    return (n, clock.read())\n"
    tests = "import app\ndef test_one(): assert app.one() == [5]\ndef test_two(): assert app.two() == {1: 5}\n"
    tests += "def test_three(): assert app.three(1) == (1, 5)\n"
    clock = "def read():\n    return '5'\n\n\ndef tick(base):\n    return base // 2\n"
    first = {"app.py": code, "test_app.py": tests, "clock.py": clock}
    head, tail = code[: code.index("def three")], code[code.index("def three") :]
    second = head.replace("clock.read()", "clock.tick(10)") + tail
    result = repaired(first, {"app.py": second})
    assert result.patches[0].files["app.py"] == code.replace("clock.read()", "clock.tick(10)")
    assert "as in 2 places of an earlier change" in result.patches[0].description
