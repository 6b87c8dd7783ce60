"""The files for CI: the action, the workflow and the template that people copy, linted, and the action's steps run."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from testfix_pipeline.cli.app import app
from testfix_pipeline_tests.cli.test_ci import RED
from testfix_pipeline_tests.forges.loopback_forge import TOKEN, LoopbackGitHub

ROOT = Path(__file__).parents[2]
ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text())
INPUTS = {name: str(one["default"]) for name, one in ACTION["inputs"].items()}
STEPS = {step["id"]: step for step in ACTION["runs"]["steps"] if "id" in step}
SHOWN = "@@ -3,4 +3,4 @@\n \n \n def half(n):\n-    return n / 3\n+    return n * 2\n"


@pytest.mark.parametrize(
    ("schema", "file", "options"),
    [
        ("vendor.github-actions", "action.yml", ()),
        ("vendor.github-workflows", "ci/github.yml", ()),
        ("vendor.github-workflows", ".github/workflows/release.yml", ()),
        ("vendor.github-workflows", "ci/github-comments.yml", ()),
        ("vendor.azure-pipelines", "ci/azure.yml", ()),
        ("vendor.bitbucket-pipelines", "ci/bitbucket.yml", ()),
        ("vendor.gitlab-ci", "ci/gitlab.yml", ("--data-transform", "gitlab-ci")),
    ],
)
def test_a_file_follows_its_published_schema(schema: str, file: str, options: tuple[str, ...]) -> None:
    command: list[str | Path] = [
        Path(sys.executable).with_name("check-jsonschema"),
        "--builtin-schema",
        schema,
        *options,
        ROOT / file,
    ]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_a_release_is_checked_before_anything_may_publish_and_keeps_no_token() -> None:
    text = (ROOT / ".github" / "workflows" / "release.yml").read_text()
    jobs = yaml.safe_load(text)["jobs"]
    assert "secrets." not in text and jobs["publish"]["needs"] == "build"
    assert [name for name, job in jobs.items() if "id-token" in job["permissions"]] == ["publish"]
    assert not [step for step in jobs["publish"]["steps"] if "run" in step], "nothing of ours runs where it may publish"
    scripts = [step["run"] for step in jobs["build"]["steps"] if "run" in step]
    assert not [script for script in scripts if "${{" in script]
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.M))
    assert {script.removeprefix("make ") for script in scripts[1:]} == {"check", "package"} <= targets
    steps = (ROOT / "tools" / "package").read_text()
    order = [
        steps.index(word)
        for word in ("uv build", "twine", "uv venv", "--require-hashes", "dist/*.whl", 'testfix" demo')
    ]
    assert order == sorted(order)


def test_the_development_container_is_set_up_by_a_target_of_the_makefile() -> None:
    folder = ROOT / ".devcontainer"
    found = json.loads((folder / "devcontainer.json").read_text())
    recipe = (folder / found["build"]["dockerfile"]).read_text()
    assert re.search(rf"^{found['postCreateCommand'].removeprefix('make ')}:", (ROOT / "Makefile").read_text(), re.M)
    assert f"useradd --create-home --uid 1000 --shell /bin/bash {found['remoteUser']}" in recipe
    base = re.compile(r"^FROM (\S+)$", re.M)
    assert base.findall(recipe) == base.findall((ROOT / "deploy" / "Containerfile").read_text())


def test_no_expression_stands_in_a_script() -> None:
    """What people name a branch or an input would be run by the shell."""
    assert not [step["id"] for step in STEPS.values() if "${{" in step.get("run", "")]


def test_the_token_is_in_the_step_alone_in_which_no_test_runs() -> None:
    assert [name for name, step in STEPS.items() if "inputs.token" in json.dumps(step)] == ["post"]
    template = yaml.safe_load((ROOT / "ci" / "gitlab.yml").read_text())
    assert template["testfix"]["script"][0].startswith("env -u GITLAB_TOKEN ")


def test_a_job_with_a_token_runs_nothing_of_the_project() -> None:
    jobs = yaml.safe_load((ROOT / "ci" / "github-comments.yml").read_text())["jobs"]
    for name, job in jobs.items():
        commands = [step.get("run", "") for step in job["steps"]]
        assert not [command for command in commands if "${{" in command]
        has_token, runs_tests = (
            "github.token" in json.dumps(job),
            any("-e ." in one or " ci" in one for one in commands),
        )
        assert (has_token, runs_tests) == (name != "work", name == "work")


def test_options_and_artifacts_that_the_files_name_exist() -> None:
    options = {option for command in ("ci", "post") for option in _options(command)}
    text = "".join(
        (ROOT / file).read_text()
        for file in ("action.yml", *(f"ci/{name}.yml" for name in ("gitlab", "github-comments", "azure", "bitbucket")))
    )
    named = set(re.findall(r"--[a-z-]+", text)) - {"--quiet", "--disable-pip-version-check"}
    assert named <= options | {"--"}, named - options
    assert set(re.findall(r"inputs\.([a-z-]+)", text)) == set(INPUTS)


def _options(command: str) -> list[str]:
    import typer.main

    found = typer.main.get_command(app).commands[command]  # type: ignore[attr-defined]
    return [name for parameter in found.params for name in parameter.opts]


@pytest.mark.compiler
def test_the_workflow_and_the_action_pass_actionlint(tmp_path: Path) -> None:
    """actionlint reads an action where a workflow of the same repository uses it."""
    actionlint = shutil.which("actionlint", path=f"{ROOT / '.tools' / 'bin'}{os.pathsep}{os.environ['PATH']}")
    if actionlint is None:
        pytest.skip("actionlint is not installed; tools/install builds it with Go")
    folder = tmp_path / ".github" / "workflows"
    folder.mkdir(parents=True)
    (tmp_path / ".git").mkdir()
    shutil.copy(ROOT / "action.yml", tmp_path)
    text = (ROOT / "ci" / "github.yml").read_text()
    (folder / "tests.yml").write_text(re.sub(r"uses: your-.*", "uses: ./", text))
    shutil.copy(ROOT / ".github" / "workflows" / "release.yml", folder)
    done = subprocess.run([actionlint], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    (folder / "tests.yml").write_text(re.sub(r"uses: your-.*", "uses: ./", text).replace("junit:", "no-such-input:"))
    assert "no-such-input" in subprocess.run([actionlint], cwd=tmp_path, capture_output=True, text=True).stdout


@pytest.mark.compiler
@pytest.mark.parametrize("folder", ["deploy", ".devcontainer"])
def test_the_container_files_pass_hadolint(folder: str, tmp_path: Path) -> None:
    hadolint = shutil.which("hadolint", path=f"{ROOT / '.tools' / 'bin'}{os.pathsep}{os.environ['PATH']}")
    if hadolint is None:
        pytest.skip("hadolint is not installed; tools/install does that")
    recipe = ROOT / folder / "Containerfile"
    done = subprocess.run([hadolint, "--no-color", recipe], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "")
    wrong = tmp_path / "Containerfile"
    wrong.write_text(recipe.read_text().replace(" -y ", " "))
    assert "DL3014" in subprocess.run([hadolint, "--no-color", wrong], capture_output=True, text=True).stdout


@pytest.mark.npm
def test_the_template_is_read_by_gitlab_ci_local(tmp_path: Path) -> None:
    found = shutil.which("gitlab-ci-local")
    if found is None:
        pytest.skip("gitlab-ci-local is not installed")
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    subprocess.run(["git", "-C", tmp_path, "remote", "add", "origin", "git@forge.example:ada/shop.git"], check=True)
    shutil.copy(ROOT / "ci" / "gitlab.yml", tmp_path / ".gitlab-ci.yml")
    request = [f"--variable=CI_MERGE_REQUEST_{name}=5" for name in ("SOURCE_PROJECT_ID", "PROJECT_ID")]
    command = [found, "--list-json", "--variable=CI_PIPELINE_SOURCE=merge_request_event", *request]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert done.returncode == 0, done.stderr
    jobs = {job["name"]: job for job in json.loads(done.stdout[done.stdout.index("\n[\n") :])}
    assert jobs["testfix"]["when"] == "on_failure" and jobs["testfix-comment"]["when"] == "always"
    assert jobs["testfix-comment"]["needs"][0]["job"] == "testfix"


@pytest.fixture
def step(calc: Any, tmp_path: Path) -> Callable[..., tuple[int, dict[str, str]]]:
    """Call with a step's id for its exit code and outputs: its script in bash, with the variables of a job."""
    outputs: dict[str, dict[str, str]] = {"install": {"testfix": str(Path(sys.executable).with_name("testfix"))}}

    def run(name: str, **inputs: str) -> tuple[int, dict[str, str]]:
        known = {f"inputs.{key}": value for key, value in {**INPUTS, "token": TOKEN, **inputs}.items()}
        known |= {f"steps.{one}.outputs.{key}": value for one, found in outputs.items() for key, value in found.items()}
        known["runner.temp"] = str(tmp_path)
        file = tmp_path / f"{name}.output"
        variables = {key: _filled(value, known) for key, value in STEPS[name].get("env", {}).items()}
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", STEPS[name]["run"]],
            cwd=calc.root,
            env={**os.environ, **variables, "GITHUB_OUTPUT": str(file)},
            capture_output=True,
            text=True,
        )
        print(done.stdout, done.stderr)
        assert TOKEN not in done.stdout + done.stderr
        lines = file.read_text().splitlines() if file.exists() else []
        outputs[name] = dict(line.split("=", 1) for line in lines)
        return done.returncode, outputs[name]

    return run


def _filled(text: str, known: Mapping[str, str]) -> str:
    return re.sub(r"\$\{\{ *(.*?) *\}\}", lambda found: known.get(found[1], ""), text)


def test_the_steps_of_the_action_end_in_a_comment_outputs_and_an_exit_code(calc, step, tmp_path, monkeypatch) -> None:
    report, summary, event = tmp_path / "report.xml", tmp_path / "summary.md", tmp_path / "event.json"
    report.write_text(RED)
    head, blob = (calc.git("rev-parse", what).strip() for what in ("HEAD", "HEAD:calc.py"))
    repo = {"full_name": "ada/shop"}
    event.write_text(json.dumps({"pull_request": {"number": 7, "head": {"sha": head, "repo": repo}}}))
    with LoopbackGitHub(head, {"calc.py": blob}, **{"calc.py": SHOWN}) as forge:
        job = {"GITHUB_ACTIONS": "true", "GITHUB_API_URL": forge.address, "GITHUB_REPOSITORY": "ada/shop",
               "GITHUB_EVENT_PATH": str(event), "GITHUB_STEP_SUMMARY": str(summary),
               "NO_PROXY": "127.0.0.1"}  # fmt: skip
        for name, value in job.items():
            monkeypatch.setenv(name, value)
        code, outputs = step("fix", junit=f"{report}\n\n")
        assert code == 0 and (outputs["outcome"], outputs["code"]) == ("fixed", "0")
        assert float(outputs["confidence"]) >= 0.6
        assert Path(outputs["patch"]).is_file() and "testfix: fixed" in summary.read_text()
        assert step("post", **{"fix-as": "suggestion"}) == (0, {"comment": "https://forge.example/c/1"})
        assert len(forge.comments) == len(forge.lines) == 1 and step("end")[0] == 0
        assert step("post", tests="success")[0] == 0 and "testfix: passed" in forge.comments[0]["body"]
        code, outputs = step("fix", junit=str(tmp_path / "nowhere.xml"))
        assert (code, outputs["code"]) == (0, "2") and step("end")[0] == 2
        assert step("post")[0] == 2 and not forge.objections
