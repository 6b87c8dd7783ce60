"""An environment of newer npm packages, by the real npm from a registry on loopback."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline.updates.tomorrow.environments import How, NewerEnvironment, NotBuilt
from testfix_pipeline.updates.tomorrow.npm_environments import newer_packages
from testfix_pipeline_tests.execution.targets import ours
from testfix_pipeline_tests.npm_registry import NpmRegistry, install_package, real_npm

PLAIN = {"index.js": ""}
MANIFEST = {"name": "shop", "dependencies": {"shapeless": "^1.0.0"}}


@pytest.fixture
def registry(monkeypatch: pytest.MonkeyPatch) -> Iterator[NpmRegistry]:
    """There are 1.0.0, 1.4.0 and 2.0.0 of shapeless."""
    with NpmRegistry() as found:
        for version in ("1.0.0", "1.4.0", "2.0.0"):
            found.publish("shapeless", version, PLAIN)
        monkeypatch.setenv("NPM_CONFIG_REGISTRY", found.address)
        yield found


@pytest.fixture
def root(write: Callable[..., Path]) -> Path:
    """A project that has shapeless 1.0.0."""
    found = write({"package.json": json.dumps(MANIFEST)})
    install_package(found, "shapeless", "1.0.0", PLAIN)
    return found


def build(root: Path, how: How = "all") -> NewerEnvironment | NotBuilt:
    return newer_packages(ours(), root, how, root.parent / "environments")


def built(root: Path, how: How = "all") -> NewerEnvironment:
    found = build(root, how)
    assert isinstance(found, NewerEnvironment), found
    return found


def version_in(found: NewerEnvironment, name: str) -> str:
    return str(json.loads((found.folder / "node_modules" / name / "package.json").read_text())["version"])


def require(root: Path, **dependencies: str) -> None:
    """Have the project ask for more."""
    manifest: dict[str, Any] = json.loads((root / "package.json").read_text())
    manifest["dependencies"] |= dependencies
    (root / "package.json").write_text(json.dumps(manifest))


@real_npm
@pytest.mark.parametrize(("how", "version"), [("minor", "1.4.0"), ("all", "2.0.0")])
def test_newer_packages_are_installed_in_a_folder_of_their_own(registry, root, how, version) -> None:
    before = {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}
    found = built(root, how)
    assert [one.describe() for one in found.releases] == [f"shapeless 1.0.0 → {version}"]
    assert version_in(found, "shapeless") == version
    assert {path: path.read_bytes() for path in root.rglob("*") if path.is_file()} == before
    (found.folder / "kept").touch()
    registry.asked.clear()
    assert built(root, how) == found and (found.folder / "kept").exists(), "it comes out of the cache"
    assert [path for path in registry.asked if path.endswith(".tgz")] == []


@real_npm
def test_an_environment_that_no_night_needs_any_more_is_removed(registry: NpmRegistry, root: Path) -> None:
    first = built(root)
    registry.publish("shapeless", "2.1.0", PLAIN)
    for left in ("client-killed", "0123456789abcdef"):
        (first.folder.parent / left).mkdir()
    second = built(root)
    assert [*first.folder.parent.iterdir()] == [second.folder] != [first.folder], "nor what a killed trial left"


@real_npm
def test_packages_that_others_require_follow_in_their_range(registry: NpmRegistry, root: Path) -> None:
    for version in ("1.0.0", "1.1.0", "2.0.0"):
        registry.publish("edges", version, PLAIN)
    registry.publish("shapeless", "2.1.0", PLAIN, dependencies={"edges": "^1.0.0"})
    install_package(root, "edges", "1.0.0", PLAIN)
    assert [one.describe() for one in built(root).releases] == ["edges 1.0.0 → 1.1.0", "shapeless 1.0.0 → 2.1.0"]


@real_npm
def test_a_package_that_no_registry_gives_stays_for_the_others_sake(registry: NpmRegistry, root: Path) -> None:
    require(root, **{"@own/private": "^1.0.0"})
    install_package(root, "@own/private", "1.0.0", {"index.js": "exports.own = 1\n"})
    said = list[str]()
    found = newer_packages(ours(), root, "all", root.parent / "environments", said.append)
    assert isinstance(found, NewerEnvironment), found
    assert [one.library for one in found.releases] == ["shapeless"]
    assert "404" in found.held["@own/private"], "in npm's words"
    asking = "asking npm for newer releases"
    assert said == [asking, f"{asking}, without @own/private", "installing 2 releases with npm"]
    assert (found.folder / "node_modules/@own/private/index.js").read_text() == "exports.own = 1\n"
    (root / "node_modules/@own/private/index.js").touch()
    assert built(root).folder == found.folder


@real_npm
def test_peers_limit_what_is_newest_and_those_that_fit_nothing_stay(registry: NpmRegistry, root: Path) -> None:
    peer = {"shapeless": "^1.0.0"}
    for version in ("1.0.0", "1.1.0"):
        registry.publish("frame", version, PLAIN, peerDependencies=peer)
    registry.publish("edges", "1.0.0", PLAIN)
    registry.publish("edges", "3.0.0", PLAIN, peerDependencies={"shapeless": "^2.0.0"})
    for version in ("1.0.0", "2.0.0"):
        registry.publish("other", version, PLAIN)
    require(root, frame="^1.0.0", edges="1", other="1")
    install_package(root, "other", "1.0.0", PLAIN)
    install_package(root, "frame", "1.0.0", PLAIN, peerDependencies=peer)
    install_package(root, "edges", "1.0.0", PLAIN)
    found = built(root)
    assert [one.describe() for one in found.releases] == ["other 1.0.0 → 2.0.0"]
    assert version_in(found, "edges") == "1.0.0" and "peer" in found.held["edges"]


@real_npm
def test_a_hostile_lock_leads_to_nothing_outside_of_the_project(registry: NpmRegistry, root: Path) -> None:
    own = root.parent / "environments/client/tree"  # as deep as where npm resolves
    climbing = f"{'../' * len(own.parts)}{str(root / 'member').lstrip('/')}"
    secret = root.parent / "secret"
    secret.mkdir()
    (secret / "key").write_text("1234")
    (root / "node_modules/x").symlink_to(secret)
    require(root, x="^1.0.0")
    lock = root / "node_modules/.package-lock.json"
    found = json.loads(lock.read_text())
    found["packages"] |= {climbing: {"version": "1.0.0"}, "node_modules/x": {"version": "1.0.0"}}
    lock.write_text(json.dumps(found))
    manifest = root / "member/package.json"
    manifest.parent.mkdir()
    manifest.write_text('{"dependencies": {"shapeless": "^1.0.0"}}')
    before = manifest.read_text()
    build(root)
    assert manifest.read_text() == before
    assert not list((root.parent / "environments").rglob("key"))


@real_npm
def test_no_script_of_a_package_is_run_and_a_built_one_is_copied(registry: NpmRegistry, root: Path) -> None:
    scripts = {"install": "touch ran"}
    registry.publish("native", "1.0.0", PLAIN, scripts=scripts)
    require(root, native="^1.0.0")
    install_package(root, "native", "1.0.0", {"build.node": "built"}, scripts=scripts)
    registry.publish("other", "1.0.0", PLAIN, scripts=scripts)
    registry.publish("shapeless", "2.1.0", PLAIN, dependencies={"other": "1"})
    modules = built(root).folder / "node_modules"
    assert (modules / "native/build.node").read_text() == "built"
    assert not [*modules.rglob("ran")] and (modules / "other").is_dir()


@real_npm
@pytest.mark.parametrize("is_required_by_others", [False, True])
def test_a_package_that_its_install_script_builds_stays(registry, root, is_required_by_others) -> None:
    scripts = {"install": "touch ran"}
    for version in ("1.0.0", "1.1.0"):
        registry.publish("native", version, PLAIN, scripts=scripts)
    install_package(root, "native", "1.0.0", {"build.node": "built"}, scripts=scripts)
    if is_required_by_others:
        registry.publish("shapeless", "2.1.0", PLAIN, dependencies={"native": "1"})
    else:
        require(root, native="^1.0.0")
    found = built(root)
    assert [one.library for one in found.releases] == ["shapeless"]
    assert "install script" in found.held["native"]
    assert (found.folder / "node_modules/native/build.node").read_text() == "built"


@real_npm
def test_where_only_a_package_with_an_install_script_is_newer_nothing_is_built(registry, root) -> None:
    registry.publish("shapeless", "2.1.0", PLAIN, scripts={"install": "touch ran"})
    found = built(root)
    assert (found.releases, list(found.held), found.folder) == ([], ["shapeless"], root / "node_modules")


@real_npm
def test_the_packages_of_workspaces_are_resolved_with_their_own(registry: NpmRegistry, root: Path) -> None:
    manifest = {"name": "cart", "version": "1.0.0", "dependencies": {"edges": "^1.0.0"}}
    (root / "packages/cart").mkdir(parents=True)
    (root / "packages/cart/package.json").write_text(json.dumps(manifest))
    (root / "package.json").write_text(json.dumps({**MANIFEST, "workspaces": ["packages/*"]}))
    for version in ("0.9.0", "1.0.0", "2.0.0"):
        registry.publish("edges", version, PLAIN)
    install_package(root, "edges", "0.9.0", PLAIN)
    lock = root / "node_modules/.package-lock.json"
    content = json.loads(lock.read_text())
    content["packages"] |= {"packages/cart": manifest, "node_modules/cart": {"resolved": "packages/cart", "link": True}}
    content["packages"]["packages/cart/node_modules/edges"] = {"version": "1.0.0"}
    lock.write_text(json.dumps(content))
    found = built(root)
    assert [one.describe() for one in found.releases] == ["edges 1.0.0 → 2.0.0", "shapeless 1.0.0 → 2.0.0"]
    assert (found.folder / "node_modules/cart").resolve() == (found.folder / "packages/cart").resolve()


@real_npm
def test_what_npm_did_not_install_goes_along(registry: NpmRegistry, root: Path) -> None:
    (root / "node_modules/.prisma").mkdir()
    (root / "node_modules/linked").symlink_to("../old")
    for text in ("generated", "generated again"):
        (root / "node_modules/.prisma/client.js").write_text(text)
        assert (built(root).folder / "node_modules/.prisma/client.js").read_text() == text
    (root / "node_modules/linked").unlink()
    (root / "node_modules/linked").symlink_to("../new")
    assert (built(root).folder / "node_modules/linked").readlink() == root / "new"


@real_npm
def test_where_nothing_is_newer_nothing_is_built(registry: NpmRegistry, root: Path) -> None:
    install_package(root, "shapeless", "2.0.0", PLAIN)
    found = built(root)
    assert (found.releases, found.folder) == ([], root / "node_modules")


@real_npm
def test_a_registry_that_does_not_answer_is_said(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NPM_CONFIG_REGISTRY", "http://127.0.0.1:9")
    found = build(root)
    assert isinstance(found, NotBuilt)
    assert "No index answered npm" in found.what and "NPM_CONFIG_REGISTRY" in found.next_step
    assert "127.0.0.1:9" in found.what


@real_npm
def test_where_no_package_can_be_had_it_is_not_said_that_none_is_newer(root, monkeypatch) -> None:
    with NpmRegistry() as registry:
        monkeypatch.setenv("NPM_CONFIG_REGISTRY", registry.address)
        found = build(root)
    assert isinstance(found, NotBuilt)
    assert "npm finds no release of shapeless" in found.what and "NPM_CONFIG_REGISTRY" in found.next_step


@pytest.mark.parametrize(
    ("files", "what", "next_step"),
    [
        ({"package.json": "{"}, "no package.json that can be read", "Correct"),
        ({"package.json": '{"name": "shop"}', "yarn.lock": ""}, "installed by yarn; only npm", "Leave `update` off"),
        ({"package.json": '{"name": "shop"}', "pnpm-lock.yaml": ""}, "installed by pnpm; only npm", "Leave `update`"),
        ({"package.json": '{"name": "shop"}'}, "npm has installed nothing", "Run `npm install`"),
        ({"package.json": '{"name": "shop"}', "package-lock.json": "{}"}, "npm has installed nothing", "Run `npm ci`"),
    ],
)
def test_what_can_not_be_updated_is_said_without_npm(write, files, what, next_step) -> None:
    found = build(write(files))
    assert isinstance(found, NotBuilt)
    assert what in found.what and next_step in found.next_step
