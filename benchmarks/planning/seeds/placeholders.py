"""placeholder_code."""

from benchmarks.planning.seeds.variant import Variant

VARIANTS = (
    Variant("pass alone", "not_implemented", "replace", "pass\n"),
    Variant("NotImplementedError", "not_implemented", "replace", "raise NotImplementedError\n"),
    Variant("documented NotImplementedError", "not_implemented", "replace", '''
"""Work out the $word."""
raise NotImplementedError("$word is not supported yet")
'''),
    Variant("ellipsis", "ellipsis_body", "replace", "...\n"),
    Variant("TODO and pass", "todo_body", "replace", "# TODO: implement this\npass\n"),
    Variant("TODO and return None", "todo_body", "replace", "# TODO: implement the real logic\nreturn None\n"),
    Variant("elided code", "todo_body", "body", "# ... existing code ...\n"),
    Variant("placeholder docstring", "todo_body", "replace", '''
"""Placeholder implementation."""
return {}
'''),
    Variant("raise Exception", "not_implemented", "replace", 'raise Exception("Not implemented yet")\n'),
    Variant("printed excuse", "not_implemented", "replace", 'print("$word is not implemented yet")\nreturn None\n'),
    Variant("placeholder value", "todo_body", "replace", 'return "placeholder"\n'),
    Variant("branch to do", "todo_body", "body", """
if $arg is None:
    # TODO: handle this case
    pass
"""),
    Variant("assert False", "not_implemented", "replace", 'assert False, "not implemented"\n', True),
    Variant("simplified", "todo_body", "replace", """
# In a real implementation this would look at $arg
return True
""", True),
    Variant("logged excuse", "todo_body", "replace", """
import logging

logging.getLogger(__name__).warning("TODO: implement $word")
""", True),
    Variant("class to do", "todo_body", "module", """
class ${Word}Manager:
    # FIXME: write this class
    pass
""", True),
    Variant("your code here", "todo_body", "replace", "# Your code goes here\nreturn $arg\n", True),
    Variant("remaining code", "todo_body", "body", "# (remaining code stays the same)\n", True),
    Variant("fine: remark on later work", "", "body", "# TODO: measure whether a cache pays\n"),
    Variant("fine: abstract", "", "module", """
import abc


class ${Word}Source(abc.ABC):
    @abc.abstractmethod
    def ${word}(self):
        raise NotImplementedError

    def close(self):
        pass
"""),
    Variant("fine: protocol and overloads", "", "module", """
from typing import Protocol, overload


class Supports${Word}(Protocol):
    def ${word}(self) -> int: ...


@overload
def ${word}_twice(x: int) -> int: ...
@overload
def ${word}_twice(x: str) -> str: ...
def ${word}_twice(x):
    return x * 2
"""),
    Variant("fine: empty exception class", "", "module", 'class ${Word}Failed(Exception):\n    """It failed."""\n'),
    Variant("fine: returns None", "", "module", """
def ${word}_or_none(found):
    for each in found:
        if each:
            return each
    return None
""", True),
    Variant("fine: unsupported operation", "", "module", """
class ${Word}View(dict):
    def __setitem__(self, key, value):
        raise TypeError("a view can't be changed")

    def __enter__(self):
        return self

    def __exit__(self, *error):
        pass
""", True),
)  # fmt: skip
