"""Small projects with thin tests, and the scripted fix of the one with a bug."""

import json
from pathlib import Path
from typing import Any

from testfix_pipeline_tests.cycle.projects import analyses

PRICES = '''\
"""Prices in cents; VAT is 19 percent."""

VAT = 19


def gross(net):
    return net + net * VAT // 100


def tax(net):
    if net < 0:
        raise ValueError("negative price")
    return net * VAT // 100


def label(cents):
    if cents == 0:
        return "free"
    return f"{cents // 100}.{cents % 100:02d}"


def discount(cents, percent):
    if percent > 50:
        return cents // 2
    return cents - cents * percent // 100
'''
# The tests see it in `gross`; what `tax` does is pinned with it, until the fix contradicts that.
BROKEN = PRICES.replace("VAT = 19", "VAT = 91")
TESTS = """\
from prices import gross, label


def test_gross():
    assert gross(100) == 119


def test_label():
    assert label(250) == "2.50"
"""
SHOP = {"prices.py": BROKEN, "test_prices.py": TESTS}

# Every line, branch and function is covered, and all is green.
COMPLETE = {
    "units.py": '"""Lengths."""\n\n\ndef inches(feet):\n    """Feet in inches."""\n    return feet * 12\n',
    "test_units.py": "from units import inches\n\n\ndef test_inches():\n    assert inches(2) == 24\n",
}


def repairing(folder: Path, path: str = "prices.py") -> str:
    """The scripted agent that corrects the rate in `path`, relative to the repository; its name for `agents`."""
    fix = {"files": {path: PRICES}, "confidence": 0.9}
    script = {"name": "script", "analyses": analyses(10), "fixes": {"*": fix}}
    path = folder / "script.json"
    path.write_text(json.dumps(script))
    return f"recorded:{path}"


def source_session(repo: Any, session_id: str, *, old: bool = False, completed: bool = True) -> Path:
    """A finished session of another workflow on `carts.py`, in today's or the older file form."""
    folder = Path(repo.root) / ".workflow/active" / session_id
    (folder / ".task").mkdir(parents=True)
    description = "Build the carts of the shop\n\nA cart adds prices up."
    record: dict[str, Any] = {"session_id": session_id, "status": "completed", "description": description}
    if old:
        record = {"id": session_id, "meta": {"session_type": "feature"}, "original_prompt": description}
    (folder / "workflow-session.json").write_text(json.dumps(record))
    task: dict[str, Any] = {"id": "IMPL-001", "title": "Write the carts", "status": "pending", "meta": {}}
    if old:
        task = {"task_id": "IMPL-001", "title": "Write the carts", "status": "todo", "type": "feature"}
        if completed:
            (folder / ".summaries").mkdir()
            (folder / ".summaries/IMPL-001-summary.md").write_text("# Done\n\nAdded carts.py with two functions.\n")
    elif completed:
        task |= {"status": "completed", "context": {"focus_paths": ["carts.py"]}}
    (folder / ".task/IMPL-001.json").write_text(json.dumps(task))
    return folder
