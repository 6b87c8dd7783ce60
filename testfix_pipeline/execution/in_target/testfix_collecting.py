"""What would keep pytest from ever having collected a project: links in a circle.

Standard library only, Python 3.9 and later.
"""

import os


def leads_back(path):
    """Whether a folder is a symbolic link to a folder that it lies in itself, by whatever way.

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
