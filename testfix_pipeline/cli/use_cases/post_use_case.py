"""`testfix post` without parsing: decides what may be posted, offers the fix, prints."""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from testfix_pipeline.cli.use_cases.output_files import output_folder, write_step_outputs
from testfix_pipeline.cli.views import ci_view
from testfix_pipeline.core.errors import PipelineError, UsageError
from testfix_pipeline.core.said_on_request import FILE, SaidOnRequest
from testfix_pipeline.core.visible_text import visible
from testfix_pipeline.forges.ci_job import CiJob, ci_job
from testfix_pipeline.forges.comment_commands import REPLY, said_on_request
from testfix_pipeline.forges.forge import Forge, PatchForge
from testfix_pipeline.forges.offered_fix import OfferedFix, offer_branch, offer_suggestions, withdraw_suggestions
from testfix_pipeline.forges.port import CommittedFile
from testfix_pipeline.forges.registered_forges import forge_of
from testfix_pipeline.workspace.delivery.patched_files import patched_files
from testfix_pipeline.workspace.git.repository import Project

MOST_BYTES = 64 << 20
FORK = "The request comes from a fork: nothing is posted, the job's files have everything."


def post(folder: Path, project_path: Path, fix_as: str, *, passed: bool = False, as_json: bool) -> int:
    """Post the result of `ci` in `folder`; return 0 if it was posted or must not be, 1 if the fix was not offered.

    passed: the job's tests passed, and `ci` did not run; only an earlier comment is updated. Raises UsageError for an
    incomplete folder or environment, ForgeError if the forge refused.
    """
    result = ci_view.passing_result() if passed else _result(folder)
    job, why_not = _job_of_request()
    answer = (
        _make_answer("nothing", why_not)
        if why_not
        else _post_result(forge_of(job), job, result, folder, project_path, fix_as)
    )
    write_step_outputs({"comment": answer["comment"]})
    if answer["error"]:
        print(visible(f"testfix: {answer['error']}"), file=sys.stderr)
    print(json.dumps(answer, ensure_ascii=False) if as_json else visible(_text(answer)))
    return 1 if answer["error"] else 0


def read_comments(output: Path, *, as_json: bool) -> int:
    """Write what people with write access said on the job's request to `output`; return 0. Raises as `post`."""
    folder = output_folder(output, (FILE,))
    job, why_not = _job_of_request()
    said, reply = SaidOnRequest(comment=job.comment), ""
    if not why_not:
        forge = forge_of(job)
        said, reply = said_on_request(forge, job.comment)
        if reply:
            forge.put_comment(REPLY, f"{REPLY}\n{reply}\n")
    (folder / FILE).write_text(said.model_dump_json(indent=1), encoding="utf-8")
    write_step_outputs({"verb": said.verb, "head": said.head, "acknowledged": " ".join(said.acknowledged)})
    shown = [f"verb {said.verb or '-'}", *said.acknowledged, *(one.failure for one in said.ignored), why_not or reply]
    print(said.model_dump_json() if as_json else visible("\n".join(filter(None, shown))))
    return 0


def _job_of_request() -> tuple[CiJob, str]:
    """Return the job, and why nothing may be read or posted for it. Raises UsageError outside of a job."""
    job = ci_job(os.environ)
    if job is None:
        raise UsageError(
            "This is no job of GitHub, GitLab, Azure DevOps or Bitbucket.",
            "Elsewhere, use the files and the exit code.",
        )
    return job, _why_not(job)


def _result(folder: Path) -> dict[str, Any]:
    """Return the result that `ci` wrote. Raises UsageError if it is missing or invalid."""
    path = folder / "result.json"
    try:
        with path.open("rb") as file:
            found = json.loads(file.read(MOST_BYTES))
        return ci_view.check_result(found)
    except (OSError, ValueError, RecursionError) as error:
        raise UsageError(f"{path} can't be read as a result of `testfix ci`.", "Run `testfix ci` first.") from error


def _why_not(job: CiJob) -> str:
    """Return why nothing may be posted for this job, "" if it may."""
    if job.is_fork:
        return FORK
    if not job.number:
        return "The job is for no pull or merge request: nothing is posted."
    if not job.token:
        raise UsageError(
            f"There is no token in {job.token_variable}.", "Give the step the token that may write comments."
        )
    return ""


def _post_result(
    forge: Forge, job: CiJob, result: dict[str, Any], folder: Path, project_path: Path, fix_as: str
) -> dict[str, Any]:
    if result.get("comment") and not result.get("verb"):
        return _make_answer("nothing", result["reason"])
    state = forge.state()
    if state.is_fork:
        return _make_answer("nothing", FORK)
    if (job.head or result.get("head") or state.head) != state.head:
        return _make_answer("nothing", "The request has a newer head, whose own job speaks for it.")
    project = Project.open(project_path)
    key = hashlib.sha256(project.subdir.encode("utf-8", "replace")).hexdigest()[:8]
    marker, spot = f"<!-- testfix-ci {key} -->", f"<!-- testfix-ci-lines {key} -->"
    if result.get("verification"):
        text = ci_view.verification_comment(result, f"<!-- testfix-verify {key} -->")
        posted = forge.put_comment(f"<!-- testfix-verify {key} -->", text)
        return _make_answer("created" if posted.is_new else "edited", "The verdict is a comment.", posted.address)
    _post_explanation(forge, result, f"<!-- testfix-why {key} -->")
    if result.get("verb") in ("explain", "ignore"):
        return _make_answer("nothing", "Nothing else was asked for.")
    if not result["proposed"]:
        if fix_as == "suggestion" and isinstance(forge, PatchForge):
            withdraw_suggestions(forge, spot)
        edited = forge.edit_comment(marker, ci_view.comment(result, marker, job.page))
        if edited is None:
            return _make_answer(
                "nothing", "There is no fix that is worth a comment, and no earlier comment to bring up to date."
            )
        return _make_answer("edited", "The earlier comment says so now.", comment=edited.address)
    offered, error = _offer_fix(forge, job, folder, project, spot, fix_as)
    posted = forge.put_comment(marker, ci_view.comment(result, marker, job.page, offered.said))
    what = "created" if posted.is_new else "edited"
    return _make_answer(what, offered.said, posted.address, offered.suggestions, offered.branch, error)


def _post_explanation(forge: Forge, result: dict[str, Any], marker: str) -> None:
    """Keep the comment that says why tests fail; without an explanation only an earlier one is brought up to date."""
    text = ci_view.explaining_comment(result, marker)
    if result.get("explanation"):
        forge.put_comment(marker, text)
    else:
        forge.edit_comment(marker, text)


def _offer_fix(
    forge: Forge, job: CiJob, folder: Path, project: Project, marker: str, fix_as: str
) -> tuple[OfferedFix, str]:
    """Return the fix in the requested form, and the error if that failed; the comment is posted in any case."""
    if fix_as == "none":
        return OfferedFix(), ""
    if not isinstance(forge, PatchForge):
        return OfferedFix(f"On {forge.name}, the fix is in this comment alone."), ""
    try:
        patch = (folder / "fix.patch").read_bytes()
        files = {
            file.path: (file.blob, CommittedFile(file.path, file.content, file.mode, is_new=not file.blob))
            for file in patched_files(project, patch)
        }
        if fix_as == "branch":
            return offer_branch(forge, job.number, patch, files), ""
        return offer_suggestions(forge, marker, patch, files), ""
    except OSError as error:
        return OfferedFix(), f"{folder / 'fix.patch'} can't be read: {error.strerror}."
    except PipelineError as error:
        return OfferedFix(), f"The fix is in the comment only. {error}"


def _make_answer(
    what: str, reason: str, comment: str = "", suggestions: int = 0, branch: str = "", error: str = ""
) -> dict[str, Any]:
    names = ("posted", "reason", "comment", "suggestions", "branch", "error")
    return dict(zip(names, (what, reason, comment, suggestions, branch, error), strict=True))


def _text(answer: Mapping[str, Any]) -> str:
    reason = f": {answer['reason']}" if answer["reason"] else ""
    address = f"\ncomment  {answer['comment']}" if answer["comment"] else ""
    return f"{answer['posted']}{reason}{address}"
