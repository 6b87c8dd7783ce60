"""A conftest that can't be imported: the test files below it can't be collected, and each says why.

By itself pytest ends before it collects anything. Standard library only, Python 3.9 and later.
"""

import fnmatch
import os

import testfix_failures

MOST_FILES = 2000


def is_programs_fault(result, files):
    """Whether a hook ended in the failed import of a conftest, and that failed in another file of the project.

    A conftest that is wrong itself is the user's to correct: pytest's own words say so best.
    """
    excinfo = getattr(result, "excinfo", None)
    error = excinfo[1] if excinfo else None
    if not is_failure(error):
        return False
    frames = testfix_failures.describe(cause(error), files)["frames"]
    return bool(frames) and frames[-1][0] != files.relative(str(error.path))


def is_failure(error):
    return type(error).__name__ == "ConftestImportFailure" and getattr(error, "path", None) is not None


def cause(error):
    """What the conftest's import raised."""
    excinfo = getattr(error, "excinfo", None)  # of older versions a triple
    if error.__cause__ is not None or not excinfo:
        return error.__cause__ or error
    return excinfo[1] if isinstance(excinfo, tuple) else error


def test_files(config, error, root):
    """The test files below the conftest's folder, as paths from `root` with `/`."""
    patterns = config.getini("python_files")
    skipped = config.getini("norecursedirs")
    found = []
    for folder, folders, names in os.walk(os.path.dirname(str(error.path))):
        folders[:] = sorted(one for one in folders if not any(fnmatch.fnmatch(one, pattern) for pattern in skipped))
        named = [one for one in sorted(names) if any(fnmatch.fnmatch(one, pattern) for pattern in patterns)]
        found += [os.path.relpath(os.path.join(folder, one), root).replace(os.sep, "/") for one in named]
        if len(found) >= MOST_FILES:
            break
    return found[:MOST_FILES]
