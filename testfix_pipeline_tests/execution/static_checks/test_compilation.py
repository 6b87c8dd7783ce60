"""Which files do not parse, by the project's own interpreter."""

import sys
from pathlib import Path

import pytest

from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.static_checks import compilation
from testfix_pipeline.execution.static_checks.compilation import unparsed_files
from testfix_pipeline_tests.execution.targets import environment, ours


def messages(project: TargetProject, tree: Path) -> list[str]:
    return [one.describe() for one in unparsed_files(project, tree)]


def test_what_no_import_would_survive_is_named_with_its_line(tmp_path: Path):
    files = {
        "good.py": "x = 1\n",
        "odd.py": "import re\nre.compile('\\d')\n",  # a warning of the compiler is no error
        "b/bad.py": "def f(:\n    pass\n",
        "a.py": "x = 1\nreturn x\n",
        "binary.py": "x = '\0'\n",
        "text.txt": "def f(:",
        ".hidden/bad.py": "def f(:",
        "shared/bad.py": "def f(:",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    (tmp_path / "link.py").symlink_to(tmp_path / "b" / "bad.py")
    assert messages(ours(shared=("shared",)), tmp_path) == [
        "a.py:2 does not parse: 'return' outside function",
        "b/bad.py:1 does not parse: invalid syntax",
        "binary.py does not parse: source code string cannot contain null bytes",
    ]


def test_the_projects_interpreter_has_the_last_word(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    python = environment(tmp_path / "env", with_pytest=False)
    project = TargetProject(python, "the project's")
    tree = tmp_path / "tree"
    tree.mkdir()
    (tree / "bad.py").write_text("def f(:\n")
    (tree / "newer.py").write_text("x = 'as if of a newer Python'\n")
    real = compilation._compile_error
    monkeypatch.setattr(
        compilation, "_compile_error", lambda content: (1, "too new") if b"newer" in content else real(content)
    )
    assert messages(project, tree) == ["bad.py:1 does not parse: invalid syntax"]
    broken = TargetProject(Path(sys.executable).with_name("no-such-python"), "nowhere")
    assert len(messages(broken, tree)) == 2
