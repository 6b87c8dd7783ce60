"""Detects symbolic links to an outer folder, which keep pytest from finishing the collection.

Standard library only, Python 3.9 and later.
"""

import os


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
