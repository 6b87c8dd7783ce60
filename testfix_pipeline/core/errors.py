"""Every error a user can meet, drawn at the top and raised below.

An expected bad result (tests fail, a tool refuses, a fix does not help) is a value, never one of these.

    PipelineError            what happened, and what to do next; exit 2
    +-- UsageError           the input of the caller is wrong
    |   +-- InvalidConfig    a setting is unknown, absurd or not allowed here
    |   +-- UnknownSession   no such session, or several where one is needed
    +-- ProjectError         the project can't be worked on: not git, empty, read-only
    +-- MeasurementError     the tests can't be measured: none, crash, hang, parity
    +-- SessionBusy          another live owner holds the session
    +-- DamagedState         a file of the session can't be read back
"""


class PipelineError(Exception):
    """Something the user must act on.

    `what` says what happened and where, `next_step` what to do about it; both are whole sentences. `detail` is what
    another program said, such as the end of a log.
    """

    exit_code = 2

    def __init__(self, what: str, next_step: str = "", detail: str = "") -> None:
        super().__init__(f"{what} {next_step}".strip())
        self.what = what
        self.next_step = next_step
        self.detail = detail


class UsageError(PipelineError):
    """The input of the caller is wrong."""


class InvalidConfig(UsageError):
    """A setting is unknown, absurd, or not allowed where it was given."""


class UnknownSession(UsageError):
    """The session does not exist, or several fit where one is needed."""


class ProjectError(PipelineError):
    """The project can't be worked on."""


class MeasurementError(PipelineError):
    """The project's tests can't be measured."""


class SessionBusy(PipelineError):
    """Another live owner works on the session."""


class DamagedState(PipelineError):
    """A file of the session can't be read back."""
