"""The versions that a project's files allow, and those that can't be read."""

import pytest
from packaging.version import Version

from testfix_pipeline.execution.pins import FILES, pins_of, read_pins
from testfix_pipeline.repair.languages.python.libraries.inquiry.old_releases import is_newer

UV = '[[package]]\nname = "MarkupSafe"\nversion = "2.0.1"\n\n[[package]]\nname = "shop"\nsource = { virtual = "." }\n'
PYPROJECT = """\
[project]
requires-python = ">=3.9,<3.12"
dependencies = ["box_lib>=1,<2", "plain"]
optional-dependencies.more = ["other==1.2"]
[dependency-groups]
dev = ["tool~=4.1", {include-group = "more"}]
[tool.poetry.dependencies]
caret = "^1.2.3"
zero = "^0.4"
tilde = {version = "~2.3", optional = true}
bare = "5.1"
any = "*"
star = "1.*"
either = "^1.0 || ^2.0"
"""
REQUIREMENTS = """\
# comment
-r other.txt
alpha==1.0 --hash=sha256:00
beta[extra] >= 2, < 3 ; python_version >= "3"
gamma==1 ; python_version < "3"
delta @ https://example.org/delta.zip
epsilon==\\
  7.1
==broken
"""


def specifiers(**files: str) -> dict[str, str]:
    texts = {name.replace("__", "."): text for name, text in files.items()}
    found = read_pins(texts, texts.get)
    return {pin.library: str(pin.specifier) for pin in found.found}


def test_locks_name_exact_versions():
    assert specifiers(uv__lock=UV) == {"markupsafe": "==2.0.1"}
    pipfile = '{"_meta": {}, "default": {"alpha": {"version": "==1.0"}}, "develop": {"beta": {"path": "."}}}'
    assert specifiers(Pipfile__lock=pipfile) == {"alpha": "==1.0"}


def test_requirements_in_all_their_forms():
    texts = {"requirements.txt": REQUIREMENTS}
    found = read_pins(texts, texts.get)
    assert {pin.library: str(pin.specifier) for pin in found.found} == {
        "alpha": "==1.0",
        "beta": "<3,>=2",
        "epsilon": "==7.1",
    }
    assert found.problems == ["requirements.txt has a line that is no requirement: ==broken"]


def test_included_files_of_the_project_are_read_once_each():
    texts = {
        "requirements.txt": "-r deps/base.txt\n--constraint=limits.txt\n-r ../outside.txt\n-r /etc/passwd\nalpha==1\n",
        "deps/base.txt": "-r ../requirements.txt\nbeta==2\n",
        "limits.txt": "gamma<3\n",
        "../outside.txt": "delta==4\n",
    }
    found = read_pins(["requirements.txt"], texts.get)
    wanted = {"alpha": "requirements.txt", "beta": "deps/base.txt", "gamma": "limits.txt"}
    assert {pin.library: pin.source for pin in found.found} == wanted and found.problems == []


def test_setup_files_name_requirements_too():
    cfg = "[options]\ninstall_requires =\n    alpha<2\n[options.extras_require]\ntest = beta==1\n"
    code = (
        "NEEDED_REQUIREMENTS = ['alpha<2', 'beta==1']\nsetup(install_requires=NEEDED_REQUIREMENTS, requires='3 of 4')\n"
    )
    for name, text in {"setup.cfg": cfg, "setup.py": code}.items():
        found = read_pins([name], {name: text}.get)
        assert {pin.library: str(pin.specifier) for pin in found.found} == {"alpha": "<2", "beta": "==1"}
        assert found.problems == []


def test_pyproject_with_its_groups_and_poetrys_carets():
    found = specifiers(pyproject__toml=PYPROJECT)
    wanted = {"box-lib": "<2,>=1", "plain": "", "other": "==1.2", "tool": "~=4.1", "python": "<3.12,>=3.9"}
    wanted |= {"caret": "<2,>=1.2.3", "zero": "<0.5,>=0.4", "tilde": "<2.4,>=2.3", "bare": "==5.1", "star": "==1.*"}
    assert found == wanted


@pytest.mark.parametrize(("text", "wanted"), [("3.9\n", "==3.9.*"), ("cpython-3.11.4", "==3.11.4"), ("system", None)])
def test_the_file_of_pyenv(text, wanted):
    found = read_pins([".python-version"], {".python-version": text}.get).found
    assert [str(pin.specifier) for pin in found] == ([wanted] if wanted else [])


@pytest.mark.parametrize(
    ("name", "text"),
    [("uv.lock", "[[package"), ("Pipfile.lock", "{"), ("pyproject.toml", "= 1"), ("poetry.lock", "a = \0")],
)
def test_a_damaged_file_is_said_and_hides_no_other(name, text):
    texts = {name: text, "requirements.txt": "alpha==1.0\n"}
    found = read_pins(texts, texts.get)
    assert [pin.library for pin in found.found] == ["alpha"]
    assert len(found.problems) == 1 and found.problems[0].startswith(f"{name} can't be read")


def test_what_is_not_to_be_read_is_said_and_hides_no_other(tmp_path, monkeypatch):
    project, outside = tmp_path / "project", tmp_path / "secret"
    outside.write_text("password one\n")
    (project / "requirements").mkdir(parents=True)
    (project / "requirements.txt").symlink_to(outside)
    (project / "uv.lock").write_text("# much\n" * 20)
    (project / "poetry.lock").write_bytes(bytes(range(256)))
    (project / "requirements/base.txt").write_text("alpha==1.0\n")
    (project / "dev-requirements.txt").symlink_to("requirements/base.txt")
    monkeypatch.setattr("testfix_pipeline.execution.project_files._MOST_BYTES", 100)
    found = pins_of(project)
    assert [pin.source for pin in found.found] == ["dev-requirements.txt", "requirements/base.txt"]
    reasons = {one.partition(" can't be read (")[0]: one for one in found.problems}
    assert reasons.keys() == {"uv.lock", "poetry.lock", "requirements.txt"}
    assert "larger than" in reasons["uv.lock"] and "leads out of the project" in reasons["requirements.txt"]


def test_hostile_shapes_name_nothing():
    for name in FILES:
        for text in (
            "",
            "[]",
            "{}",
            "package = 3",
            '[[package]]\nname = 3\nversion = "1"',
            "[project]\ndependencies = 3",
        ):
            assert read_pins([name], {name: text}.get).found == []


@pytest.mark.parametrize(
    ("version", "allowed", "newer"),
    [
        ("3.0.4", "==2.0.1", True),
        ("2.0.1", "==2.0.1", False),
        ("1.9", "==2.0.1", False),
        ("2.1", ">=2,<2.1", True),
        ("2.0.5", ">=2,<2.1", False),
        ("3.0", "~=2.0", True),
        ("3.0", ">=2", False),
        ("3.0", "!=3.0", False),
        ("3.12.1", "==3.11.*", True),
        ("3.11.9", "==3.11.*", False),
    ],
)
def test_what_is_newer_than_a_requirement_allows(version, allowed, newer):
    found = read_pins(["requirements.txt"], {"requirements.txt": f"alpha{allowed}\n"}.get).found[0]
    assert is_newer(Version(version), found.specifier) is newer
