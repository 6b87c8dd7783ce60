"""Finds project modules that were imported from the user's checkout instead of the tree under test.

An editable install, a finder on `sys.meta_path` or a path put first by a conftest can do that, and then the run says
nothing about the tree.
"""

import os
import sys

_NOT_IMPORTED = {"setup", "conftest", "noxfile", "__init__", "__main__", "sitecustomize", "usercustomize"}
_DEPENDENCY_FOLDERS = ("site-packages", "dist-packages")


def project_names(root):
    """The importable top-level names of the project; True for packages and modules, False for bare folders."""
    names = {}
    for folder in (root, os.path.join(root, "src")):
        if not os.path.isdir(folder):
            continue
        for entry in os.scandir(folder):
            stem, extension = os.path.splitext(entry.name)
            # `os.path` says no to a link in a circle, where the entry itself raises an error.
            if os.path.isfile(entry.path) and extension == ".py" and stem not in _NOT_IMPORTED:
                names[stem] = True
            elif os.path.isdir(entry.path) and entry.name.isidentifier() and not entry.is_symlink():
                names[entry.name] = os.path.isfile(os.path.join(entry.path, "__init__.py"))
    return names


class ImportGuard:
    """Finds the modules of the project that were imported from outside the tree."""

    def __init__(self, root, tree, origin, shared):
        self._names = project_names(root)
        self._tree = os.path.realpath(tree) + os.sep
        self._origin = os.path.realpath(origin) + os.sep if origin else None
        self._shared = [os.path.realpath(place) for place in shared]
        self._folders = {}

    def foreign_modules(self):
        """The (module, file) pairs imported from outside the tree, sorted, among all modules loaded so far."""
        found = []
        for name, module in sys.modules.copy().items():
            file = getattr(module, "__file__", None)
            if isinstance(file, str) and not _is_alias(name, module) and self._is_foreign(name, self._real_path(file)):
                found.append((name, file))
        return sorted(found)

    def _real_path(self, file):
        """The path of a module's file without links. Each folder is asked for once: most modules lie in a few."""
        folder, name = os.path.split(file)
        if folder not in self._folders:
            self._folders[folder] = os.path.realpath(folder)
        return os.path.realpath(file) if os.path.islink(file) else os.path.join(self._folders[folder], name)

    def _is_foreign(self, name, path):
        if path.startswith(self._tree):
            return False
        installed = any("/%s/" % folder in path for folder in _DEPENDENCY_FOLDERS)
        if self._origin and path.startswith(self._origin):
            # what is linked into the tree: a folder, or one file that was built
            is_shared = any(path == place or path.startswith(place + os.sep) for place in self._shared)
            return not installed and not is_shared
        top = name.partition(".")[0]
        if top not in self._names or top in getattr(sys, "stdlib_module_names", ()):
            return False
        return self._names[top] or not installed


def _is_alias(name, module):
    """Whether a package registered a module of another one under a name of its own, as six.moves and requests do."""
    own = getattr(module, "__name__", None)
    return isinstance(own, str) and own != name and sys.modules.get(own) is module


def is_link_to_outer_folder(path):
    """Whether a path is a symbolic link to a folder that contains it.

    pytest follows such a link some forty times, until the system refuses, and collects all tests each time.
    """
    path = str(path)
    if not os.path.islink(path):
        return False
    real, folder = os.path.realpath(path), os.path.dirname(path)
    while folder != os.path.dirname(folder):
        if os.path.realpath(folder) == real:
            return True
        folder = os.path.dirname(folder)
    return False
