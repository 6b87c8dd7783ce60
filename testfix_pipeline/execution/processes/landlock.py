"""Keeps a process, and all that it starts, from changing certain folders, by Linux's Landlock; needs no rights.

The reaper uses it in the process that it starts: it needs the standard library alone.
"""

import ctypes
import os

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_VERSION, _PATH_BENEATH, _NO_NEW_PRIVILEGES = 1, 1, 38
_WRITE_FILE, _TRUNCATE = 1 << 1, 1 << 14
# Making and removing of entries, and linking or renaming to another folder.
_CHANGE_FOLDER = sum(1 << bit for bit in range(4, 14))
_TRUNCATING_VERSION = 3


class _PathBeneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("allowed", ctypes.c_uint64), ("folder", ctypes.c_int32))


def protect(folder: str) -> None:
    """From now on, neither this process nor what it starts can change a folder, nor make anything in those above it.

    Raises OSError.
    """
    handled = _WRITE_FILE | _CHANGE_FOLDER | (_TRUNCATE if version() >= _TRUNCATING_VERSION else 0)
    attributes = ctypes.c_uint64(handled)
    rules = _call(_CREATE_RULESET, ctypes.byref(attributes), ctypes.sizeof(attributes), 0)
    for entry in _beside(os.path.realpath(folder)):
        try:
            place = os.open(entry.path, os.O_PATH | os.O_NOFOLLOW | os.O_CLOEXEC)
        except OSError:
            continue  # it is gone
        rule = _PathBeneath(handled if entry.is_dir() else handled & (_WRITE_FILE | _TRUNCATE), place)
        _call(_ADD_RULE, rules, _PATH_BENEATH, ctypes.byref(rule), 0)
        os.close(place)
    if ctypes.CDLL(None, use_errno=True).prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0):
        raise OSError(ctypes.get_errno(), "no_new_privs")
    _call(_RESTRICT_SELF, rules, 0)
    os.close(rules)


def _beside(folder: str) -> "list[os.DirEntry[str]]":
    """The entries of all folders above one that lead elsewhere. Links are left out: what they lead to counts."""
    found = []
    while folder != "/":
        above, name = folder.rsplit("/", 1)
        found += [one for one in os.scandir(above or "/") if one.name != name and not one.is_symlink()]
        folder = above or "/"
    return found


def version() -> int:
    """The version of Landlock in this system, -1 without it. The first one denies every renaming to another folder."""
    try:
        return _call(_CREATE_RULESET, None, 0, _VERSION)
    except (OSError, AttributeError):
        return -1


def _call(number: int, *arguments: object) -> int:
    library = ctypes.CDLL(None, use_errno=True)
    done = int(library.syscall(number, *arguments))
    if done < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return done
