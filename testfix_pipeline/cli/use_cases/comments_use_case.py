"""`testfix comments` without parsing: asks the forge, answers there, writes the file, prints."""

from __future__ import annotations

import os
from pathlib import Path

from testfix_pipeline.cli import step_outputs
from testfix_pipeline.cli.use_cases.output_files import output_folder
from testfix_pipeline.cli.use_cases.post_use_case import job_of_request
from testfix_pipeline.core.said_on_request import FILE, SaidOnRequest
from testfix_pipeline.core.visible_text import visible
from testfix_pipeline.forges.comment_commands import REPLY, said_on_request
from testfix_pipeline.forges.registered_forges import forge_of


def comments(output: Path, *, as_json: bool) -> int:
    """Write what was said on the job's request to `output`; return 0. Raises UsageError, ForgeError."""
    folder = output_folder(output, (FILE,))
    job, why_not = job_of_request(os.environ)
    said, reply = SaidOnRequest(), ""
    if not why_not:
        forge = forge_of(job)
        said, reply = said_on_request(forge, job.comment)
        if reply:
            forge.put_comment(REPLY, f"{REPLY}\n{reply}\n")
    (folder / FILE).write_text(said.model_dump_json(indent=1), encoding="utf-8")
    step_outputs.write({"verb": said.verb, "head": said.head, "acknowledged": " ".join(said.acknowledged)})
    print(said.model_dump_json() if as_json else visible(_text(said, why_not or reply)))
    return 0


def _text(said: SaidOnRequest, note: str) -> str:
    lines = [f"{said.verb} is asked for by {said.by}." if said.verb else "Nobody who may write asks for anything."]
    lines += [f"acknowledged {one}" for one in said.acknowledged]
    lines += [f"ignored {one.failure} by {one.by} because {one.because}" for one in said.ignored]
    return "\n".join([*lines, *([note] if note else [])])
