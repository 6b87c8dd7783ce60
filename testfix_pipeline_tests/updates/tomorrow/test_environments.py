"""An environment of newer releases, from a folder of wheels instead of an index."""

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from testfix_pipeline.updates.tomorrow.environments import How, NewerEnvironment, NotBuilt, telling_line
from testfix_pipeline.updates.tomorrow.package_clients import PackageClient
from testfix_pipeline.updates.tomorrow.python_environments import newer_python, python_in
from testfix_pipeline.updates.tomorrow.site_packages import SitePackages
from testfix_pipeline_tests.execution.targets import ours
from testfix_pipeline_tests.libraries import OwnEnvironment, install, own_environment, write_wheel
from testfix_pipeline_tests.package_index import PackageIndex

PLAIN = {"__init__.py": ""}


@pytest.fixture
def own(tmp_path: Path, write: Callable[..., Path], monkeypatch: pytest.MonkeyPatch) -> OwnEnvironment:
    """A project that has shapeless 1.0; there are wheels of 1.4 and 2.0."""
    found = own_environment(tmp_path, write({"shop.py": ""}), monkeypatch)
    install(found.site, "1.0", PLAIN)
    write_wheel(found.wheels, "1.4", PLAIN)
    write_wheel(found.wheels, "2.0", PLAIN)
    return found


def build(own: OwnEnvironment, how: How = "all") -> NewerEnvironment | NotBuilt:
    return newer_python(ours(interpreter=own.interpreter), own.root, how, own.wheels.parent / "environments")


def built(own: OwnEnvironment, how: How = "all") -> tuple[NewerEnvironment, SitePackages]:
    found = build(own, how)
    assert isinstance(found, NewerEnvironment), found
    site = SitePackages.beside(python_in(found.folder))
    assert site is not None
    return found, site


@pytest.mark.parametrize(("how", "version"), [("minor", "1.4"), ("all", "2.0")])
def test_newer_releases_are_installed_beside_the_projects_own_environment(own, how, version) -> None:
    (own.site / "linked.pth").write_text(f"{own.root}\n")
    before = sorted(own.site.rglob("*"))
    found, site = built(own, how)
    assert [one.describe() for one in found.releases] == [f"shapeless 1.0 → {version}"]
    assert site.released == {"shapeless": version}
    assert {"linked.pth", "pytest.pth"} <= {entry.name for entry in site.folder.iterdir()}, "what no index gave"
    assert sorted(own.site.rglob("*")) == before
    (site.folder / "kept").touch()
    again, site = built(own, how)
    assert again == found and (site.folder / "kept").exists(), "it comes out of the cache"


def test_an_environment_that_no_night_needs_any_more_is_removed(own: OwnEnvironment) -> None:
    first, _ = built(own)
    write_wheel(own.wheels, "2.1", PLAIN)
    second, _ = built(own)
    assert second.folder.exists() and not first.folder.exists()


def test_what_was_installed_from_a_folder_goes_along(own: OwnEnvironment) -> None:
    install(own.site, "0.1", {"__init__.py": "OWN = 1\n"}, name="shop")
    address = {"url": own.root.as_uri(), "dir_info": {"editable": True}}
    (own.site / "shop-0.1.dist-info" / "direct_url.json").write_text(json.dumps(address))
    found, site = built(own)
    assert (site.folder / "shop" / "__init__.py").read_text() == "OWN = 1\n" and found.held == {}


def test_a_library_of_which_no_release_can_be_had_stays_for_the_others_sake(own: OwnEnvironment) -> None:
    install(own.site, "0.1", {"__init__.py": "PRIVATE = 1\n"}, name="private")
    found, site = built(own)
    assert site.released == {"private": "0.1", "shapeless": "2.0"}
    assert (site.folder / "private" / "__init__.py").read_text() == "PRIVATE = 1\n"
    assert "private" in found.held["private"], "in the client's words"


def test_a_release_that_another_library_does_not_take_is_not_chosen(own: OwnEnvironment) -> None:
    install(own.site, "1.0", PLAIN, name="frame")
    write_wheel(own.wheels, "1.1", PLAIN, name="frame", more="Requires-Dist: shapeless<2\n")
    write_wheel(own.wheels, "1.0", PLAIN, name="frame", more="Requires-Dist: shapeless<2\n")
    assert [one.describe() for one in built(own)[0].releases] == ["frame 1.0 → 1.1", "shapeless 1.0 → 1.4"]


def test_where_nothing_is_newer_nothing_is_built(own: OwnEnvironment) -> None:
    for wheel in own.wheels.iterdir():
        wheel.unlink()
    write_wheel(own.wheels, "1.0", PLAIN)
    found, _ = built(own)
    assert (found.releases, python_in(found.folder)) == ([], own.interpreter)


def test_without_an_environment_of_its_own_it_says_what_to_do(own: OwnEnvironment) -> None:
    for entry in own.site.glob("shapeless*/*"):
        entry.unlink() if entry.is_file() else None
    for entry in own.site.glob("shapeless*"):
        entry.rmdir()
    found = build(own)
    assert isinstance(found, NotBuilt)
    assert "no installed release is found" in found.what and ".venv" in found.next_step


def test_metadata_that_cannot_be_read_hinders_no_other_library(own: OwnEnvironment) -> None:
    for name, metadata in {"~hapeless-1.0": None, "torn-1.0": b"Name: t\xff\n", "empty-1.0": b""}.items():
        (own.site / f"{name}.dist-info").mkdir()
        if metadata is not None:
            (own.site / f"{name}.dist-info" / "METADATA").write_bytes(metadata)
    assert [one.describe() for one in built(own)[0].releases] == ["shapeless 1.0 → 2.0"]


def test_pins_that_fit_nothing_are_named(own: OwnEnvironment) -> None:
    install(own.site, "1.0", PLAIN, name="frame")
    with (own.site / "frame-1.0.dist-info" / "METADATA").open("a") as metadata:
        metadata.write("Requires-Dist: ghost>=3\n")
    found = build(own)
    assert isinstance(found, NotBuilt)
    assert "can't resolve newer releases" in found.what and "ghost" in found.what


@pytest.mark.parametrize("name", ["pip", "uv"])
def test_each_client_resolves_and_installs(own: OwnEnvironment, tmp_path: Path, name: str) -> None:
    write_wheel(own.wheels, "1.1", PLAIN, name="edges")
    write_wheel(own.wheels, "3.0", PLAIN, name="frame", more="Requires-Dist: edges\n")
    folder = tmp_path / "client"
    folder.mkdir()
    program = Path(sys.executable) if name == "pip" else Path(sys.executable).with_name("uv")
    client = PackageClient(name, program, ours(), folder)
    assert client.resolve(["frame>=2", "shapeless<2"]) == ({"edges": "1.1", "frame": "3.0", "shapeless": "1.4"}, "")
    assert "frame" in client.resolve(["frame>=4"])[1]
    assert client.install({"edges": "1.1"}, own.interpreter) == ""
    found = SitePackages.beside(own.interpreter)
    assert found is not None and found.released["edges"] == "1.1"


def test_what_is_no_distribution_by_its_name_is_not_asked_for(own: OwnEnvironment) -> None:
    for name in ("~hapeless", "--index-url=x", "a b", "shapeless @ file:x"):
        (own.site / f"{name}-1.0.dist-info").mkdir()
        (own.site / f"{name}-1.0.dist-info/METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    assert [one.describe() for one in built(own)[0].releases] == ["shapeless 1.0 → 2.0"]


def test_an_index_that_does_not_answer_is_said(own: OwnEnvironment, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PIP_NO_INDEX", "UV_NO_INDEX", "PIP_FIND_LINKS", "UV_FIND_LINKS"):
        monkeypatch.delenv(name)
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/simple")
    found = build(own)
    assert isinstance(found, NotBuilt)
    assert "No index answered" in found.what and "PIP_INDEX_URL" in found.next_step
    assert "127.0.0.1" in found.what, "what is wrong with it, not what it therefore lacks"


def test_a_client_set_to_work_offline_asks_no_index(own: OwnEnvironment, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PIP_NO_INDEX", "UV_NO_INDEX", "PIP_FIND_LINKS", "UV_FIND_LINKS"):
        monkeypatch.delenv(name)
    with PackageIndex(own.wheels, {"2.0": "2024-06-01"}) as index:
        monkeypatch.setenv("UV_DEFAULT_INDEX", f"{index.address}/simple")
        monkeypatch.setenv("UV_OFFLINE", "1")
        found = build(own)
    assert isinstance(found, NotBuilt)
    assert "the network was disabled" in found.what and not index.asked


def test_a_clients_complaint_is_shown_without_what_it_does_next() -> None:
    reason = "connection broken by 'NewConnectionError(...)': /simple/a/"
    assert telling_line(f"WARNING: Retrying (Retry(total=0, connect=None)) after {reason}\n") == reason


@pytest.mark.parametrize(("name", "set_for"), [("pip", "UV_INDEX_URL"), ("uv", "PIP_INDEX_URL")])
def test_an_index_that_is_set_for_one_client_is_the_only_one_for_the_other(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str, set_for: str
) -> None:
    for one in ("PIP_NO_INDEX", "UV_NO_INDEX", "PIP_FIND_LINKS", "UV_FIND_LINKS", "PIP_INDEX_URL", "UV_INDEX_URL"):
        monkeypatch.delenv(one, raising=False)
    monkeypatch.setenv(set_for, "http://127.0.0.1:9/simple")
    program = Path(sys.executable) if name == "pip" else Path(sys.executable).with_name("uv")
    said = PackageClient(name, program, ours(), tmp_path).resolve(["shapeless"])[1]
    assert "127.0.0.1" in said or "refused" in said


def answer(monkeypatch: pytest.MonkeyPatch, *said: str) -> None:
    """Let the clients say these things, one after the other, the last one from then on."""
    lines = list(said)

    def resolve(client: PackageClient, wanted: object) -> tuple[dict[str, str], str]:
        return {}, lines.pop(0) if len(lines) > 1 else lines[0]

    monkeypatch.setattr(PackageClient, "resolve", resolve)


@pytest.mark.parametrize("said", ["it timed out after 300 s", "WARNING: example.org is not a trusted or secure host"])
def test_an_index_that_gives_no_answer_at_all_is_no_conflict(own, monkeypatch, said) -> None:
    answer(monkeypatch, f"{said}\nERROR: Could not find a version that satisfies the requirement shapeless>=1.0\n")
    found = build(own)
    assert isinstance(found, NotBuilt)
    assert "No index answered" in found.what and said.removeprefix("WARNING: ") in found.what


def test_a_library_that_is_named_like_an_error_of_the_network_is_a_library(own, monkeypatch) -> None:
    install(own.site, "1.0", PLAIN, name="async_timeout")
    found, site = built(own)
    assert list(found.held) == ["async-timeout"] and site.released["shapeless"] == "2.0"


def test_where_no_library_can_be_had_it_is_not_said_that_none_is_newer(own: OwnEnvironment) -> None:
    for wheel in own.wheels.iterdir():
        wheel.unlink()
    found = build(own)
    assert isinstance(found, NotBuilt)
    assert "finds no release of shapeless" in found.what and "PIP_INDEX_URL" in found.next_step


def test_each_step_that_takes_long_is_said(own: OwnEnvironment) -> None:
    install(own.site, "0.1", PLAIN, name="private")
    said = list[str]()
    newer_python(ours(interpreter=own.interpreter), own.root, "all", own.wheels.parent / "new", said.append)
    client = said[0].split()[1]
    asking = f"asking {client} for newer releases"
    assert said == [asking, f"{asking}, without private", f"installing 2 releases with {client}"]


def test_without_any_index_the_first_libraries_that_lack_are_named(own, monkeypatch) -> None:
    for number in range(12):
        install(own.site, "1.0", PLAIN, name=f"library{number}")
    for name in ("PIP_FIND_LINKS", "UV_FIND_LINKS"):
        monkeypatch.delenv(name)
    found = build(own)
    assert isinstance(found, NotBuilt)
    assert "and 7 more" in found.what
