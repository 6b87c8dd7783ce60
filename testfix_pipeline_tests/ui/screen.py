"""Dagster's UI in a real browser, as a person uses it: what is clicked is counted, what the console says is kept."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import ConsoleMessage, Locator, Page, expect

# Apollo, with which Dagster's own pages ask the server, warns of itself; and who leaves a page while it is still
# connecting, as these tests do on a busy machine, is reported so.
OTHERS_NOISE = re.compile(r"go\.apollo\.dev|WebSocket is closed before the connection is established")
END = re.compile(r"^(Success|Failure|Canceled)$")


@dataclass
class Screen:
    """One browser page on a running UI; `pictures` is the folder for screenshots, None where none are kept."""

    page: Page
    address: str
    pictures: Path | None
    clicks: int = 0
    complaints: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not OTHERS_NOISE.search(message.text):
            self.complaints.append(f"{message.type}: {message.text}")

    def open(self, path: str) -> None:
        self.page.goto(self.address + path)

    def click(self, what: Locator) -> None:
        what.click()
        self.clicks += 1

    def picture(self, name: str) -> None:
        if self.pictures is not None:
            self.page.screenshot(path=self.pictures / f"{name}.png", animations="disabled")

    def sees(self, text: str | re.Pattern[str], seconds: float = 30) -> None:
        """Wait until a text is on the page."""
        expect(self.page.get_by_text(text).first).to_be_visible(timeout=1000 * seconds)

    def open_job(self, job: str) -> None:
        """From the list of jobs to "Materialize", which opens the Launchpad where a job needs to know more."""
        self.open("/jobs")
        self.click(self.page.get_by_text(job, exact=True).first)
        # "Materialize all" where the job makes several assets
        self.click(self.page.get_by_role("button", name=re.compile("Materialize")).first)

    def open_launchpad(self, job: str) -> None:
        """From the list of jobs to the Launchpad, which fills itself in, and into its editor."""
        self.open_job(job)
        self.sees("executor")
        self.click(self.page.locator(".dagster-portal .CodeMirror").first)

    def type_below(self, line: str) -> None:
        """Type a line below what the Launchpad has filled in."""
        self.page.keyboard.press("Control+End")
        self.page.keyboard.type(line + "\n")

    def type_instead(self, **values: str) -> None:
        """Replace the configuration by these lines; the rest keeps its defaults."""
        self.page.keyboard.press("Control+A")
        self.page.keyboard.type("".join(f"{name}: {value}\n" for name, value in values.items()))

    def materialize(self) -> None:
        self.click(self.page.locator(".dagster-portal button", has_text="Materialize").last)

    def launch(self, job: str, **values: str) -> str:
        """Fill in, launch, wait for the run's end on its page; how it ended."""
        self.open_launchpad(job)
        self.type_instead(**values)
        self.materialize()
        self.page.wait_for_url(re.compile("/runs/"))
        return self.ending()

    def ending(self, seconds: float = 300) -> str:
        end = self.page.get_by_text(END).first
        expect(end).to_be_visible(timeout=1000 * seconds)
        return end.inner_text()

    def find_in_log(self, text: str) -> None:
        """Filter the log of the run that is open."""
        box = self.page.get_by_placeholder(re.compile("^Filter"))
        box.fill(text)
        box.press("Enter")

    def show_markdown(self, name: str) -> None:
        """Open the text of the last value of that name on the page."""
        row = self.page.locator("tr", has=self.page.get_by_role("cell", name=name, exact=True)).last
        row.get_by_text("[Show Markdown]").click()
        self.sees("Close")

    def open_session(self, key: str) -> None:
        """The page of one session by its key over all projects."""
        self.open(f"/assets/session_result?view=partitions&partition={key}")
        self.sees("pass_rate")
