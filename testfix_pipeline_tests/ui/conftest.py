"""A running UI on an instance of its own, and a browser. Named as skipped where Chromium or its driver is absent."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline_tests.conftest import Repository
from testfix_pipeline_tests.cycle.projects import analyses
from testfix_pipeline_tests.dagster_server import free_port

ROOT = Path(__file__).parents[2]
# As root in a container, offline, and without asking its maker for anything.
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


_counted = {"passed": 0, "failed": 0, "skipped": 0}


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if "testfix_pipeline_tests/ui/" in report.nodeid and (report.when == "call" or report.outcome != "passed"):
        _counted[report.outcome] += 1


def pytest_unconfigure() -> None:
    """The last line of `make prove-ui`."""
    if "TESTFIX_PICTURES" in os.environ and any(_counted.values()):
        counts = ", ".join(f"{number} {what}" for what, number in _counted.items() if number or what != "skipped")
        print(f"prove-ui: {sum(_counted.values())} flows, {counts}")


@pytest.fixture(scope="module")
def chromium() -> str:
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if "TESTFIX_PICTURES" not in os.environ or path is None:
        pytest.skip("the UI in a browser: `make prove-ui` and `make test-full` run it")
    pytest.importorskip("playwright", reason="Playwright is not installed: make prove-ui installs it")
    return path


@pytest.fixture(scope="module")
def workspace() -> Path:
    """The file of the code locations that the UI shows."""
    return ROOT / "workspace.yaml"


@pytest.fixture(scope="module")
def address(chromium: str, workspace: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where `dagster dev` answers, as `make ui` starts it."""
    place = tmp_path_factory.mktemp("instance")
    shutil.copy(ROOT / "dagster.yaml", place)
    port = free_port()
    environment = {**os.environ, "DAGSTER_HOME": str(place), "TESTFIX_CACHE": str(place / "cache")}
    command = [str(Path(sys.executable).with_name("dagster")), "dev", "-w", str(workspace)]
    with (place / "log").open("wb") as log, _interruptible():
        server = subprocess.Popen(
            [*command, "-h", "127.0.0.1", "-p", str(port)],
            cwd=place, env=environment, stdout=log, stderr=log, start_new_session=True,
        )  # fmt: skip
    try:
        subprocess.run(
            ["curl", "-sf", "--retry", "120", "--retry-delay", "1", "--retry-connrefused", f"http://127.0.0.1:{port}/server_info"],
            check=True, stdout=subprocess.DEVNULL,
        )  # fmt: skip
        yield f"http://127.0.0.1:{port}"
    finally:
        _end(server)


@contextlib.contextmanager
def _interruptible() -> Iterator[None]:
    """What a shell starts in the background ignores Ctrl-C, and so would the server."""
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _end(server: subprocess.Popen[bytes]) -> None:
    """As Ctrl-C does; the whole group where that is not enough."""
    server.send_signal(signal.SIGINT)
    try:
        server.wait(60)
    except subprocess.TimeoutExpired:
        os.killpg(server.pid, signal.SIGKILL)
        server.wait()


@pytest.fixture
def screen(address: str, chromium: str) -> Iterator[Any]:
    """A browser page whose console must stay silent, unless the test takes what it said."""
    from playwright.sync_api import sync_playwright

    from testfix_pipeline_tests.ui.screen import Screen

    kept = os.environ.get("TESTFIX_PICTURES")
    with sync_playwright() as driver, driver.chromium.launch(executable_path=chromium, args=ARGUMENTS) as browser:
        page = browser.new_page(viewport={"width": 1500, "height": 900})
        page.set_default_timeout(60_000)
        shown = Screen(page, address, Path(kept) if kept else None)
        yield shown
        shown.picture("last")
        assert shown.complaints == []


@pytest.fixture
def script(tmp_path: Path) -> Callable[[dict[str, Any]], str]:
    """Write the answers of a scripted agent; `agents` for the Launchpad."""

    def write(fixes: dict[str, Any]) -> str:
        path = tmp_path / "script.json"
        path.write_text(json.dumps({"name": "script", "analyses": analyses(10), "fixes": fixes}))
        return f'["recorded:{path}"]'

    return write


@pytest.fixture
def project(repository: Callable[..., Repository]) -> Callable[..., Repository]:
    """Call with the files of a project."""

    def make(files: dict[str, str], name: str = "project") -> Repository:
        made = repository(name)
        made.commit("first", **files)
        return made

    return make
