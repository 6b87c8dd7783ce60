"""The versions of npm packages before the newest commits, as git knows them."""

import json

from testfix_pipeline.updates.earlier_pins import earlier_packages
from testfix_pipeline.workspace.git.git_client import GitClient


def lock(**versions: str) -> str:
    packages = {f"node_modules/{name}": {"version": version} for name, version in versions.items()}
    return json.dumps({"packages": {"": {"version": "1.0.0"}, **packages, "node_modules/a/node_modules/b": {}}})


def test_the_version_before_the_newest_commit_that_changed_it(repository):
    repo = repository()
    repo.commit("first", **{"part/package-lock.json": lock(round="1.0.0", square="5.0.0", flat="1.1.1")})
    repo.commit("second", **{"part/package-lock.json": lock(round="2.0.0", square="5.0.0", flat="1.1.1")})
    head = repo.commit("third", **{"part/package-lock.json": lock(round="3.0.0", square="6.0.0", flat="1.1.1")})
    root = repo.root / "part"
    found = earlier_packages(GitClient(repo.root), head, root, "part")
    assert {*found} == {"npm:round", "npm:square"}
    assert found["npm:round"].startswith(f"2.0.0 in package-lock.json until commit {head[:7]} (")
    (root / "package-lock.json").write_text(lock(round="4.0.0", square="6.0.0", flat="1.1.1"))
    changed = earlier_packages(GitClient(repo.root), head, root, "part")
    assert changed["npm:round"] == "3.0.0 in package-lock.json as committed", "what is not committed yet comes first"
    assert changed["npm:square"] == found["npm:square"]


def test_the_manifest_speaks_where_no_lock_does(repository):
    repo = repository()
    repo.commit("first", **{"package.json": json.dumps({"dependencies": {"@own/round": "^1.2.0"}})})
    head = repo.commit("update", **{"package.json": json.dumps({"dependencies": {"@own/round": "^2.0.0"}})})
    assert earlier_packages(GitClient(repo.root), head, repo.root)["npm:@own/round"][:24] == "^1.2.0 in package.json u"
    (repo.root / "package.json").write_text("{")
    assert [*earlier_packages(GitClient(repo.root), head, repo.root)] == ["npm:@own/round"]
    assert earlier_packages(GitClient(repo.root), "0" * 40, repo.root) == {}
