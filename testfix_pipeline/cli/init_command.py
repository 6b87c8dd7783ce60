"""`testfix init`: inspects the project and writes a commented `.workflow/testfix.yaml`."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from testfix_pipeline.cli.options import JsonOption, ProjectOption

OF_A_LAUNCH = ("project", "input", "session_id", "only_tests", "ignored_failures", "trusted", "yes", "apply")
"""Settings that make no sense in the project's own file."""
IGNORED = "*\n!.gitignore\n!testfix.yaml\n"


def init(
    project: ProjectOption = Path(),
    force: Annotated[bool, typer.Option("--force", help="Replace a file that is there.")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Ask nothing: logins of tools stay unused.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Write .workflow/testfix.yaml: every setting with its meaning and default, commented out.

    Looks at the project first: interpreter and tests. Git ignores all else in .workflow. On a terminal it asks whether
    tools that have a login and no key may use it.

    Example:

    $ testfix init --project ../shop
    """
    from testfix_pipeline.core.errors import UsageError
    from testfix_pipeline.workspace.files.atomic import write_atomic
    from testfix_pipeline.workspace.git.repository import Project
    from testfix_pipeline.workspace.own_settings import PROJECT_SETTINGS

    root = Project.open(project).root
    target = root / PROJECT_SETTINGS
    if target.exists() and not force:
        raise UsageError(f"{target} exists.", "Edit it, or replace it with --force.")
    found = _inspect_project(root)
    tools = found.get("logins", "")
    is_asked = tools != "" and not (yes or as_json) and sys.stdin.isatty() and sys.stdout.isatty()
    chosen = {"agent_logins": True} if is_asked and typer.confirm(f"May {tools} use the login of your account?") else {}
    if tools:
        found["logins"] = f"{tools} ({'used' if chosen else 'not used; --agent-logins switches it on'})"
    target.parent.mkdir(exist_ok=True)
    write_atomic(target, _commented(found, chosen).encode())
    ignored = target.parent / ".gitignore"
    if not ignored.exists() or ignored.read_text() == "*\n":
        write_atomic(ignored, IGNORED.encode())
    print(json.dumps({"written": str(target), "found": found}) if as_json else _result_text(target, found))


def _inspect_project(root: Path) -> dict[str, str]:
    """Return the findings on the project by kind; a failed inspection gives its reason."""
    from testfix_pipeline.core.errors import PipelineError
    from testfix_pipeline.steps.session.workbench import detect_target, resolve_config

    try:
        target = detect_target(*resolve_config({"project": str(root)}))
    except PipelineError as error:
        return {"problem": f"{error.what} {error.next_step}".strip()}
    return {"interpreter": target.described_interpreter, "shared": ", ".join(target.shared), "logins": _logins()}


def _logins() -> str:
    """Return which installed tools have a login, and no key; "" for none."""
    from testfix_pipeline.agents.clis.caller import CliCaller
    from testfix_pipeline.agents.clis.registration import TOOLS

    able = [name for name, tool in TOOLS.items() if CliCaller(tool, logins=True).glance().usable]
    return ", ".join(name for name in able if CliCaller(TOOLS[name], logins=True).access().kind == "login")


def _commented(found: Mapping[str, str], chosen: Mapping[str, Any]) -> str:
    from testfix_pipeline.core.configuration.settings import CycleConfig

    lines = ["# Settings of testfix for this project. Take the `#` away from a setting to change it.", "#"]
    lines += [f"# Found: {name}: {value}" for name, value in found.items() if value]
    for name, field in CycleConfig.model_fields.items():
        if name not in OF_A_LAUNCH:
            value = chosen.get(name, field.get_default(call_default_factory=True))
            lines += ["", f"# {field.description}", f"{'' if name in chosen else '#'}{name}: {_yaml(value)}"]
    return "\n".join(lines) + "\n"


def _yaml(value: Any) -> str:
    """Return a value on one line; JSON is valid YAML."""
    plain = value.model_dump(mode="json") if hasattr(value, "model_dump") else value
    return json.dumps(plain, ensure_ascii=False)


def _result_text(target: Path, found: dict[str, str]) -> str:
    lines = [f"written  {target}", *(f"found    {name}: {value}" for name, value in found.items() if value)]
    return "\n".join([*lines, "next     testfix fix"])
