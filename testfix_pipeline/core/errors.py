"""The errors that a user can meet: raised anywhere, printed by the command line, each with a next step.

An expected bad result (tests fail, a tool refuses, a fix does not help) is a value, never one of these.

    PipelineError            what happened, and what to do next; exit 2
    +-- UsageError           the input of the caller is wrong
    |   +-- InvalidConfig    a setting is unknown, absurd or not allowed here
    |   +-- UnknownSession   no such session, or several where one is needed
    +-- ProjectError         the project can't be worked on: not git, empty, read-only
    +-- MeasurementError     the tests can't be measured: none, crash, hang, parity
    +-- SessionBusy          another live owner holds the session
    +-- DamagedState         a file of the session can't be read back
    +-- MachineError         the machine refuses: a full disk, a failing one, no right to write
    +-- BudgetSpent          the session's time is over: it is paused, and a resume goes on; exit 1
    +-- InternalError        a bug of this program; a report file holds the traceback
    |   +-- TableFailed      a table of the history can't be made; the others can
"""

import errno
import os

# Errors of the operating system that are no program's fault.
MACHINE = (
    *(errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EROFS),
    *(errno.ENOMEM, errno.EMFILE, errno.ENFILE, errno.EAGAIN),
)
_REFUSALS = (*MACHINE, errno.EACCES, errno.EPERM)
# The path of a file or folder is occupied by something else.
_TAKEN = (errno.EEXIST, errno.ENOTDIR, errno.EISDIR, errno.ELOOP, errno.ENAMETOOLONG)


class PipelineError(Exception):
    """An error that the user must act on.

    `what` says what happened and where, `next_step` what to do; both are whole sentences. `detail` is another program's
    output, such as the end of a log.
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


class MachineError(PipelineError):
    """The machine refuses what a step needs. Nothing was decided; the session resumes from its files."""


class BudgetSpent(PipelineError):
    """The wall time of the session is over. Its results so far remain."""

    exit_code = 1


class InternalError(PipelineError):
    """A bug of this program. `report`: the path of the file with the traceback, "" if it could not be written."""

    def __init__(self, what: str, next_step: str = "", report: str = "") -> None:
        super().__init__(what, next_step)
        self.report = report


class TableFailed(InternalError):
    """A table of the history can't be made. `table` is its name."""

    def __init__(self, table: str, cause: PipelineError) -> None:
        what = f"The table {table} of the history can't be made. {cause.what}"
        super().__init__(what, cause.next_step, str(getattr(cause, "report", "")))
        self.table = table


def is_refusal(error: OSError) -> bool:
    """Whether the operating system refused something through no fault of a program."""
    return error.errno in (*_REFUSALS, *_TAKEN)


def machine_error(error: OSError) -> MachineError:
    """Return an operating system's refusal as an error that the user can act on."""
    where = f" ({error.filename})" if error.filename else ""
    return _machine_error(f"The machine refused to go on: {error.strerror or error}{where}.")


def machine_refusal(said: str) -> MachineError | None:
    """Return a MachineError if another program's output ends with an error of the operating system; else None."""
    last = said.strip().splitlines()[-1:] or [""]
    refused = any(last[0].endswith(os.strerror(number)) for number in _REFUSALS)
    return _machine_error(f"The machine refused to go on: {last[0]}.") if refused else None


def _machine_error(what: str) -> MachineError:
    step = "Make room, or fix the disk or the rights that are named, then run `testfix resume`: nothing is lost."
    return MachineError(what, step)
