"""Go's and Rust's suites are found from their manifests, and nothing is run or downloaded for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from testfix_pipeline.core.errors import ProjectError
from testfix_pipeline.frameworks.builtin.go import modules
from testfix_pipeline.frameworks.manifest import manifests
from testfix_pipeline.frameworks.model import SuiteRequest
from testfix_pipeline.frameworks.registry import targets
from testfix_pipeline_tests.frameworks.conftest import CRATE, GO_MOD, go_project, project


@pytest.mark.program("go")
def test_go_packages_are_those_of_the_module_alone(tmp_path):
    places = ("a_test.go", "in/b_test.go", "in/c_test.go", "vendor/x/x_test.go", "testdata/y_test.go", "_off/z_test.go")
    project(tmp_path, **{"go.mod": GO_MOD, **dict.fromkeys(places, ""), "other/go.mod": "", "other/o_test.go": ""})
    ((_, target),) = targets(tmp_path)
    assert (target.framework, target.settings["module"]) == ("go test", "example.com/kit")
    assert target.settings["packages"] == {"": ("a_test.go",), "in": ("in/b_test.go", "in/c_test.go")}


@pytest.mark.program("go")
@pytest.mark.program("cargo")
def test_each_package_of_a_workspace_of_go_or_cargo_is_found(tmp_path):
    project(
        tmp_path,
        **{
            "go.work": "go 1.20\n\nuse (\n\t./svc/api // first\n\t./svc/lib\n\t../outside\n)\n",
            "svc/api/go.mod": GO_MOD,
            "svc/api/a_test.go": "",
            "svc/lib/go.mod": GO_MOD,
            "svc/lib/a_test.go": "",
            "Cargo.toml": '[workspace]\nmembers = ["crates/*"]\nexclude = ["crates/old"]\n',
            "crates/one/Cargo.toml": CRATE.format(name="one") + '[dependencies]\nmore = { path = "../../more" }\n',
            "crates/one/src/lib.rs": "#[test]\nfn t() {}\n",
            "crates/none/Cargo.toml": CRATE.format(name="none"),
            "crates/none/src/lib.rs": "fn no_test() {}\n",
            "crates/old/Cargo.toml": CRATE.format(name="old"),
            "more/Cargo.toml": CRATE.format(name="more"),
            "more/tests/t.rs": "",
        },
    )
    folders = ["", "crates/none", "crates/one", "more", "svc/api", "svc/lib"]
    assert [manifest.folder for manifest in manifests(tmp_path)] == folders
    found = [(target.framework, target.folder) for _, target in targets(tmp_path)]
    expected = [("cargo test", "crates/one"), ("cargo test", "more"), ("go test", "svc/api"), ("go test", "svc/lib")]
    assert found == expected


@pytest.mark.program("go")
@pytest.mark.parametrize(("vendored", "command"), [(False, "go mod download"), (True, "go mod vendor")])
def test_missing_modules_are_refused_with_the_command_that_gets_them(tmp_path, monkeypatch, vendored, command):
    monkeypatch.setenv("GOMODCACHE", str(tmp_path / "modules"))
    require = (
        "require (\n\texample.com/Up v1.2.3\n\texample.com/deep v1.0.0 // indirect\n\texample.com/near v0.0.0\n)\n"
    )
    tree = go_project(tmp_path / "tree", "", **{"near/go.mod": "module example.com/near\n"})
    (tree / "go.mod").write_text(f"{GO_MOD}\n{require}\nreplace example.com/near => ./near\n")
    if vendored:
        (tree / "vendor").mkdir()
    with pytest.raises(ProjectError, match=r"not on this machine: example.com/Up@v1.2.3\.") as refused:
        list(targets(tree))
    assert f"Run `{command}`" in refused.value.next_step
    (tmp_path / "modules" / "example.com" / "!up@v1.2.3").mkdir(parents=True)
    assert len(list(targets(tree))) == 1


@pytest.mark.program("cargo")
def test_missing_crates_are_refused_with_the_command_that_gets_them(tmp_path, monkeypatch):
    monkeypatch.setenv("CARGO_HOME", str(tmp_path / "home"))
    lock = '[[package]]\nname = "serde"\nversion = "1.0.1"\nsource = "registry+https://example.com"\n'
    manifest = CRATE.format(name="kit") + '[dependencies]\nserde = "1"\n'
    tree = project(tmp_path / "tree", **{"Cargo.toml": manifest, "Cargo.lock": lock, "tests/a.rs": ""})
    with pytest.raises(ProjectError, match=r"not on this machine: serde 1\.0\.1") as refused:
        list(targets(tree))
    assert "Run `cargo fetch --locked`" in refused.value.next_step
    project(tmp_path, **{"home/registry/cache/x/serde-1.0.1.crate": ""})
    assert [target.framework for _, target in targets(tree)] == ["cargo test"]


@pytest.mark.program("cargo")
def test_missing_crates_are_refused_where_no_versions_are_locked(tmp_path, monkeypatch):
    monkeypatch.setenv("CARGO_HOME", str(tmp_path / "home"))
    manifest = CRATE.format(name="kit") + '[dependencies]\nserde = "1"\n'
    tree = project(tmp_path / "tree", **{"Cargo.toml": manifest, "tests/a.rs": ""})
    project(tmp_path, **{"home/registry/cache/x/serde-json-1.0.crate": ""})
    with pytest.raises(ProjectError, match="not on this machine: serde") as refused:
        list(targets(tree))
    assert "Run `cargo fetch`" in refused.value.next_step
    project(tmp_path, **{"home/registry/cache/x/serde-1.0.228.crate": ""})
    assert [target.framework for _, target in targets(tree)] == ["cargo test"]


def test_where_modules_lie_is_read_from_the_users_settings(tmp_path, monkeypatch):
    for name in ("GOMODCACHE", "GOPATH"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("GOENV", str(tmp_path / "env"))
    (tmp_path / "env").write_text("GOPATH=/some/where:/else\n")
    assert modules.module_cache() == Path("/some/where/pkg/mod")


@pytest.mark.program("go")
def test_no_process_that_runs_the_projects_code_can_write_what_others_are_built_from(tmp_path):
    go_project(tmp_path, "")
    ((adapter, target),) = targets(tmp_path)
    launches = adapter.launches(target, SuiteRequest())
    assert [launch.builds for launch in launches] == ["write", "read"]
