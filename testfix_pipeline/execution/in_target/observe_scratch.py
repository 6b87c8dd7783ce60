"""Checks on what a call did in its temporary folder, worded so that they hold in any such folder."""

import ast
import os
import pathlib

import observe_values

_LONGEST = 300


def path_checks(value, name, folder):
    """The checks of a path in the folder: content of the file or list of the folder; [] for any other value."""
    if not folder or not isinstance(value, pathlib.Path) or not _is_in(str(value), folder):
        return []
    if value.is_dir():
        listed = sorted(os.listdir(value))
        return [_check(name, "sorted(one.name for one in {}.iterdir())", observe_values.literal(listed))]
    if not value.exists():
        return [_check(name, "{}.exists()", "False")]
    data = value.read_bytes()[: _LONGEST + 1]
    if len(data) > _LONGEST:
        return [_check(name, "{}.stat().st_size", repr(value.stat().st_size))]
    try:
        return [_check(name, "{}.read_text()", observe_values.literal(data.decode("ascii").replace("\r\n", "\n")))]
    except UnicodeDecodeError:
        return [_check(name, "{}.read_bytes()", observe_values.literal(data))]


def _check(name, form, value):
    return {"on": name, "form": form, "value": value}


def _is_in(path, folder):
    return path == folder or path.startswith(folder + os.sep)


def with_tmp_path(seen, folder):
    """The observation with `tmp_path` instead of the folder's path; drop checks where that is impossible."""
    if not folder:
        return seen
    raised = seen.get("raises")
    if raised and folder in raised.get("message", ""):
        raised["message"] = ""
    if "checks" in seen:
        checks = [_check_with_tmp_path(check, folder) for check in seen["checks"]]
        seen["checks"] = [check for check in checks if check is not None]
        if checks and not seen["checks"]:
            return {"problem": "result can't be written down", "lines": seen.get("lines", [])}
    return seen


def _check_with_tmp_path(check, folder):
    if folder not in check["value"]:
        return check
    try:
        value = ast.literal_eval(check["value"])
    except (ValueError, SyntaxError):
        return None
    if not isinstance(value, str) or not _is_in(value, folder):
        return None
    rest = value[len(folder) :].strip(os.sep)
    return dict(check, value="str(tmp_path / %r)" % rest if rest else "str(tmp_path)")
