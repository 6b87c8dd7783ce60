"""The probe of a library in the target's interpreter: how tests ask it, and how its answer reads."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from testfix_pipeline.execution.processes.environment import IN_TARGET, target_environment
from testfix_pipeline.execution.processes.supervisor import ProcessLimits, run
from testfix_pipeline.execution.project import SandboxPolicy
from testfix_pipeline.execution.runners.pytest_runner import target_policy
from testfix_pipeline_tests.execution.targets import PLAIN, ours
from testfix_pipeline_tests.libraries import install

Probe = Callable[..., dict[str, Any]]


def probe_library(
    folder: Path,
    root: Path,
    files: Mapping[str, str],
    tests: tuple[str, ...] = (),
    forced: tuple[tuple[str, int], ...] = (),
    removed: dict[str, Any] | None = None,
    limit: float = 90,
    more: Mapping[str, str | Mapping[str, str]] = MappingProxyType({}),
    **further: object,
) -> Any:
    """What the probe answers for the project of these files in `root`, beside version 2 of a library in `folder`."""
    site = str(install(folder / "site"))
    for name, text in more.items():
        install(folder / "site", files={"__init__.py": text} if isinstance(text, str) else dict(text), name=name)
    project = replace(ours(sandbox=SandboxPolicy(read=(site,))), env={**PLAIN, "PYTHONPATH": site})
    own = [path for path in files if path.endswith(".py") and not path.startswith("test_")]
    asked = [[test, "", 0] for test in tests]
    order = {"root": str(root), "files": own, "tests": asked, "arguments": ["-q", "-p", "no:cacheprovider"],
             "seconds": 60, "limit": limit, "forced": forced, "removed": removed or {},
             **further}  # fmt: skip
    done = run(
        [str(project.interpreter), str(IN_TARGET / "testfix_library.py")],
        cwd=root,
        env=target_environment(project, root),
        limits=ProcessLimits(120),
        policy=target_policy(project),
        writable=[root],
        stdin=json.dumps(order).encode(),
    )
    assert done.returncode == 0, done.stderr.decode()
    return json.loads(done.stdout)


def asserted(code: str, *expectations: str) -> tuple[dict[str, str], tuple[str, ...]]:
    """A module `a` with a test for each of these expectations of it: files and tests, as `probed` takes them."""
    tests = "".join(f"\n\ndef test_{place}():\n    assert {one}\n" for place, one in enumerate(expectations))
    return {"a.py": code, "test_a.py": f"import a\n{tests}"}, tuple(
        f"test_a.py::test_{place}" for place in range(len(expectations))
    )


def names(answer: dict[str, Any]) -> dict[str, list[str]]:
    """Each missing name with its candidates, both in full."""
    return {
        f"{one['module']}.{one['name']}": [f"{c['module']}.{c['name']}" for c in one["candidates"]]
        for one in answer["missing"]
    }


def changes(answer: dict[str, Any]) -> list[tuple[str, str, Any]]:
    return [(one["what"], one["old"], one["new"]) for call in answer["calls"] for one in call["changes"]]


def known(*use: str) -> dict[str, Any]:
    return {"use": use, "last": "shapeless 1.0", "says": "a warning"}
