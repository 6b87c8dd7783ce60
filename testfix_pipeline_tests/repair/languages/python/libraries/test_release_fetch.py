"""Fetching an old release with the project's own package client, from a folder of wheels instead of an index."""

import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from testfix_pipeline.execution.project import SandboxPolicy
from testfix_pipeline.repair.language.library_fixes import LibraryQuestion
from testfix_pipeline.repair.languages.python.libraries.fix_proofs import client_remarks
from testfix_pipeline.repair.languages.python.libraries.inquiry import old_releases as release_module
from testfix_pipeline.repair.languages.python.libraries.inquiry.old_releases import (
    FetchTime,
    fetch,
    old_releases,
    required_versions,
    specifiers,
)
from testfix_pipeline.repair.languages.python.libraries.recorded.recorded_releases import OldRun
from testfix_pipeline_tests.execution.targets import environment, ours
from testfix_pipeline_tests.libraries import write_wheel
from testfix_pipeline_tests.package_index import PackageIndex

Questions = Callable[..., LibraryQuestion]


COMPILED = {
    "__init__.py": "try:\n    import edges\n\n    assert edges.VERSION < '3'\n"
    "except (ImportError, AssertionError):\n    raise ImportError('built with Edges 2') from None\n",
    "_inner.so": "",
}


@pytest.fixture
def question(tmp_path: Path, write: Callable[..., Path], monkeypatch: pytest.MonkeyPatch) -> Questions:
    """A question about a project with these requirements, beside a folder of wheels, and with an empty cache."""
    wheels = tmp_path / "wheels"
    wheels.mkdir()
    for version in ("1.0", "1.4", "2.0"):
        wheel(wheels, version)
    for version in ("2.5", "3.0"):
        wheel(wheels, version, "edges")
    write_wheel(wheels, "1.0", COMPILED, "solid", "Requires-Dist: edges>=1\nRequires-Dist: corners\n")
    for client in ("PIP", "UV"):
        monkeypatch.setenv(f"{client}_NO_INDEX", "1")
        monkeypatch.setenv(f"{client}_FIND_LINKS", str(wheels))
    monkeypatch.setenv("TESTFIX_CACHE", str(tmp_path / "cache"))

    def ask(requirements: str, network: bool = True) -> LibraryQuestion:
        root = write({"requirements.txt": requirements})
        project = ours(sandbox=SandboxPolicy(network=network, read=(str(wheels),)))
        return LibraryQuestion(project, root, lambda: root, (), (), 60)

    return ask


def wheel(folder: Path, version: str, name: str = "shapeless", python: str = "py3") -> None:
    """A wheel of a library that only knows its version, and requires another one in its first."""
    info = f"{name}-{version}.dist-info"
    more = "Requires-Dist: edges>=2 ; python_version > '3'\nRequires-Dist: no ; extra == 'x'\n" * (version == "1.0")
    files = {
        f"{name}/__init__.py": f"VERSION = {version!r}\n",
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n{more}",
        f"{info}/WHEEL": f"Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: {python}-none-any\n",
    }
    files[f"{info}/RECORD"] = "".join(f"{name},,\n" for name in (*files, f"{info}/RECORD"))
    with zipfile.ZipFile(folder / f"{name}-{version}-{python}-none-any.whl", "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)


@pytest.mark.parametrize(("pin", "version"), [("==1.0", "1.0"), ("<2", "1.4"), ("~=1.0", "1.4"), ("<=1.2", "1.0")])
def test_the_newest_release_that_is_allowed_is_fetched(question: Questions, pin: str, version: str) -> None:
    asked = question(f"shapeless{pin}\n")
    for _ in range(2):  # the second time it is in the cache
        (found,) = old_releases(asked, [("Shapeless", "2.0")])
        assert (found.name, found.version, found.remark) == ("shapeless", version, "")
        assert found.folder is not None
        assert (found.folder / "shapeless" / "__init__.py").read_text() == f"VERSION = {version!r}\n"


def test_what_a_release_requires_and_is_not_installed_comes_with_it(question: Questions) -> None:
    asked = question("shapeless==1.0\n")
    (found,) = old_releases(asked, [("shapeless", "2.0")], installed={"shapeless": "2.0", "pytest": "9.0"})
    assert found.folder is not None and found.remark == ""
    assert (found.folder / "edges" / "__init__.py").read_text() == "VERSION = '3.0'\n"


@pytest.mark.parametrize(("python", "client"), [("cp39", "pip"), ("cp37", "pip"), ("cp39", "uv")])
def test_a_release_without_a_wheel_for_this_python_comes_as_one_for_an_older(
    question: Questions, tmp_path: Path, python: str, client: str
) -> None:
    wheel(tmp_path / "wheels", "0.9", python=python)
    (tmp_path / "wheels" / "shapeless-0.9.tar.gz").touch()  # its source, which is not built
    asked = question("shapeless==0.9\n")
    if client == "uv":  # which is asked where there is no pip
        asked = replace(asked, project=replace(asked.project, interpreter=environment(tmp_path / "env")))
    (found,) = old_releases(asked, [("shapeless", "2.0")])
    assert found.folder is not None and "for Python 3." in found.remark
    assert (found.folder / "shapeless" / "__init__.py").read_text() == "VERSION = '0.9'\n"


def test_what_is_allowed_is_no_old_release(question: Questions) -> None:
    assert old_releases(question("shapeless<3\n"), [("shapeless", "2.0")]) == []
    assert old_releases(question("other==1\n"), [("shapeless", "2.0")]) == []


def test_what_was_asked_for_before_an_update_counts_where_the_files_do_not_say(question: Questions) -> None:
    asked = question("shapeless>=1\n", network=False)
    (found,) = old_releases(asked, [("shapeless", "2.0")], specifiers({"Shapeless": "<2", "other": "no version"}))
    assert (found.version, found.folder) == ("<2", None)


def test_a_release_that_is_nowhere_is_named_with_what_the_client_says(question: Questions) -> None:
    (found,) = old_releases(question("shapeless==0.5\n"), [("shapeless", "2.0")])
    assert (found.version, found.folder) == ("0.5", None)
    assert "shapeless==0.5" in found.remark


@pytest.mark.parametrize("client", ["pip", "uv"])
def test_a_yanked_release_serves_and_that_it_is_yanked_is_said(
    client: str, question: Questions, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = question("shapeless==1.0\n")
    if client == "uv":  # which is asked where there is no pip
        asked = replace(asked, project=replace(asked.project, interpreter=environment(tmp_path / "env")))
    for variable in ("PIP_NO_INDEX", "UV_NO_INDEX", "PIP_FIND_LINKS", "UV_FIND_LINKS"):
        monkeypatch.delenv(variable)
    with PackageIndex(tmp_path / "wheels", {"1.0": "2020-01-01", "1.4": "2021-01-01"}) as index:
        index.yanked["1.0"] = "too round"
        for variable in ("PIP_INDEX_URL", "UV_DEFAULT_INDEX"):
            monkeypatch.setenv(variable, f"{index.address}/simple")
        first, again = (old_releases(asked, [("shapeless", "2.0")]) for _ in range(2))
    assert first == again and not index.errors
    assert first[0].folder is not None and "yanked" in first[0].remark and "too round" in first[0].remark
    (fix,) = client_remarks(OldRun(first, {}, {}), [])
    assert fix.note == f"shapeless 1.0, which the project names: {first[0].remark}" and not fix.texts


def test_nothing_is_fetched_where_the_settings_keep_the_network_closed(question: Questions, tmp_path: Path) -> None:
    (found,) = old_releases(question("shapeless==1.0\n", network=False), [("shapeless", "2.0")])
    assert (found.folder, found.remark) == (None, "the network is closed; `sandbox.network` lets it be fetched")
    assert not (tmp_path / "cache").exists()


def test_a_cache_that_can_not_be_written_is_said(question: Questions, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    asked = question("")
    place = tmp_path / "file" / "cache"
    assert "can't be kept" in fetch(asked.project, "shapeless==1.0", place, None, FetchTime.of(asked))


@pytest.mark.parametrize("is_cancelled", [True, False])
def test_nothing_is_fetched_after_the_time_or_a_cancellation(
    question: Questions, tmp_path: Path, is_cancelled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = replace(question("shapeless==1.0\n"), cancel=lambda: is_cancelled)
    monkeypatch.setattr(release_module, "FETCH_SECONDS", 60.0 if is_cancelled else 0.0)
    (found,) = old_releases(asked, [("shapeless", "2.0")])
    assert (found.folder, found.remark) == (None, "it could not be fetched: the time to fetch it was over")
    (fix,) = client_remarks(OldRun([found], {}, {}), [])
    assert "shapeless ==1.0" not in fix.note and found.remark in fix.note


@pytest.mark.parametrize(
    ("files", "allowed"),
    [
        ({"requirements.txt": "a>=1,<2  # why\nb>=1\nc==3 ; python_version > '3'\n"}, {"a": "<2,>=1", "c": "==3"}),
        ({"pyproject.toml": '[project]\ndependencies = ["a~=1.2", "b"]\n'}, {"a": "~=1.2"}),
        ({"requirements.txt": "a<2\n", "uv.lock": '[[package]]\nname = "a"\nversion = "1.9"\n'}, {"a": "==1.9"}),
        ({"requirements.txt": "-r other.txt\n???\na<two\n\x00", "pyproject.toml": "[project"}, {}),
    ],
)
def test_what_a_project_allows(files: dict[str, str], allowed: dict[str, str], write: Callable[..., Path]) -> None:
    assert {name: str(one) for name, one in required_versions(write(files)).items()} == allowed
