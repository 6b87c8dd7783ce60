"""The reference by which the steps of a run open their session. Imports no step, so that definitions load at once."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from testfix_pipeline.core.identifiers import resume_command
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.steps.session import session_clock
from testfix_pipeline.steps.session.ownership import own
from testfix_pipeline.workspace.git.repository import session_key
from testfix_pipeline.workspace.sessions.store import SessionStore
from testfix_pipeline.workspace.shared.session_state import SharedPlace

if TYPE_CHECKING:
    from testfix_pipeline.steps.session.workbench import Workbench


@dataclass(frozen=True)
class SessionRef:
    """A session and its owner, the run's id: a second run is refused.

    shared: where workers without a common folder share it; `project` is then this process's own checkout.
    """

    project: str
    session_id: SessionId
    owner: str
    worker: int | None = None
    shared: SharedPlace | None = None

    @classmethod
    def of_shared(cls, place: SharedPlace, owner: str) -> SessionRef:
        """Return a reference to a shared session's checkout of this process. Raises as `work_on`."""
        from testfix_pipeline.steps.session.sharing import work_on

        return cls(str(work_on(place).project), place.session_id, owner, None, place)

    def open(self) -> Workbench:
        from testfix_pipeline.steps.session import workbench

        wb = workbench.load(self.project, self.session_id)
        own(wb.store, self.owner, self.worker)
        session_clock.take_up(wb.store, self.owner)
        return wb

    @property
    def key(self) -> str:
        """The session's name, unique over all projects."""
        return session_key(Path(self.shared.origin) if self.shared else self.store.project_root, self.session_id)

    @property
    def resume(self) -> str:
        """A sentence with the command that resumes the session."""
        project = self.shared.origin if self.shared else self.project
        return f"Run `{resume_command(self.session_id, project)}`: nothing that landed is repeated."

    @property
    def store(self) -> SessionStore:
        """The session's files, for reading without a claim; it can't make worktrees."""
        return SessionStore(Path(self.project).expanduser().resolve(), self.session_id)
