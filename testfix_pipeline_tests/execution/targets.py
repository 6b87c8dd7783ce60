"""Projects that are run with the interpreter of these tests."""

import sys
from pathlib import Path
from typing import Any

from testfix_pipeline.execution.project import TargetProject

# What the pipeline sets itself where it falls back on its own interpreter. Without the plugins that lie beside us a
# start of pytest takes a quarter of the time.
PLAIN = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}


def ours(**more: Any) -> TargetProject:
    """Our own interpreter, contained as well as this machine can."""
    return TargetProject(Path(sys.executable), "the interpreter of these tests", env=PLAIN, **more)
