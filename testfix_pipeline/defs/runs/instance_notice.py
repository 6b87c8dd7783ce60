"""Warns if Dagster's UI was started without our home, so that it shows none of the commands' runs.

`dagster dev` chooses its instance before it loads this code, and without DAGSTER_HOME uses a temporary one in the
current folder. The code server can't change that; it can say how to start it.
"""

import functools
import logging
import os
import sys
from pathlib import Path

from testfix_pipeline.workspace.home import home
from testfix_pipeline.workspace.instance_files import ENVIRONMENT_FILE

# The arguments with which Dagster's commands start a code server for their instance.
_CODE_SERVER = {"grpc", "--instance-ref"}


@functools.cache
def foreign_instance() -> str:
    """Return the advice if this code server uses another instance than the commands; else "".

    The first call in such a code server also warns on its console.
    """
    if os.environ.get("DAGSTER_HOME") or not set(sys.argv) >= _CODE_SERVER or Path.cwd() == home():
        return ""
    place = home()
    file = place / ENVIRONMENT_FILE  # missing until a command has prepared the home
    notice = (
        f"DAGSTER_HOME is not set: this UI has an instance of its own, which may end with it, and not that of the "
        f"`testfix` commands ({place}). To see their runs, start `testfix ui`"
        + (f", or copy {file} into the folder where you start Dagster." if file.is_file() else ".")
    )
    logging.getLogger("dagster.testfix").warning(notice)
    return notice


def described(description: str) -> str:
    """Return a job's description, preceded by the notice of `foreign_instance` if there is one."""
    return "\n\n".join(filter(None, [foreign_instance(), description]))
