"""Labels of many patches of one task at once, as `benchmarks.repair.judge` would give them, in less time.

The hidden tests of all patches run in forks of one process that has pytest imported; only what passes them is compared
with the right text on made inputs.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from benchmarks.repair.judge import HIDDEN, Judge, Label, meaning
from benchmarks.repair.task import Task
from testfix_pipeline.repair.private_tree import private_copy
from testfix_pipeline.repair.rank import RankedPatch

TEST_SECONDS = 20
"""For the tests of one patch, those of the program included."""
FORKS = """
import json, os, signal, sys
import pytest

def passes(folder, seconds):
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    signal.alarm(seconds)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nowhere, number)
    os.chdir(folder)
    sys.path.insert(0, folder)
    tests = [name for name in ("tests", sys.argv[1]) if os.path.isdir(name)]
    os._exit(int(pytest.main(["-x", "-q", "-p", "no:cacheprovider", *tests])))

print(json.dumps([passes(folder, int(sys.argv[2])) for folder in sys.argv[3:]]))
"""


def labels_of(task: Task, tree: Path, scratch: Path, patches: Sequence[RankedPatch]) -> list[Label]:
    """The label of each patch; scratch: a folder for what is written meanwhile."""
    judge = Judge(task, tree, scratch)
    keys = [repr(sorted((name, meaning(content)) for name, content in one.contents.items())) for one in patches]
    alike = dict(zip(keys, patches, strict=True))
    known: dict[str, Label] = {key: "exact" for key, one in alike.items() if judge.is_exact(one.contents)}
    asked = [key for key in alike if key not in known]
    for key, passed in zip(asked, _passed(task, tree, scratch, [alike[key] for key in asked]), strict=True):
        known[key] = "equivalent" if passed and _is_equivalent(judge, alike[key]) else "wrong"
    return [known[key] for key in keys]


def _passed(task: Task, tree: Path, scratch: Path, patches: Sequence[RankedPatch]) -> list[bool]:
    """Of each patch whether all tests pass, the hidden ones too."""
    if not patches:
        return []
    folders = []
    for number, one in enumerate(patches):
        folders.append(_copied(tree, scratch / f"hidden{number}", one))
        (folders[-1] / HIDDEN).mkdir()
        for name, text in task.hidden_files.items():
            (folders[-1] / HIDDEN / name).write_text(text, encoding="utf-8")
    command = [str(task.interpreter), "-c", FORKS, HIDDEN, str(TEST_SECONDS), *map(str, folders)]
    said = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60 + TEST_SECONDS * len(patches))
    for folder in folders:
        shutil.rmtree(folder, ignore_errors=True)
    return [bool(one) for one in json.loads(said.stdout)]


def _is_equivalent(judge: Judge, one: RankedPatch) -> bool:
    copy = _copied(judge.tree, judge.scratch / "compared", one)
    try:
        return not judge.reference().compare(copy, judge.lines(one.contents)).witness
    finally:
        shutil.rmtree(copy, ignore_errors=True)


def _copied(tree: Path, folder: Path, one: RankedPatch) -> Path:
    copy = private_copy(tree, folder, ())
    for name, content in one.contents.items():
        (copy / name).write_bytes(content)
    return copy
