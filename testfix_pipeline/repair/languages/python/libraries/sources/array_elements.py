"""Arrays of one element that no longer become an element of another array: `a[0] = b` -> `a[0] = b.item()`."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence

from testfix_pipeline.core.records import Failure
from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.languages.python.libraries.edits.file_edits import FileEdits, texts_of
from testfix_pipeline.repair.languages.python.source import SourceFile

LIKELIHOOD = 0.85
_SAID = "setting an array element with a sequence."
_ATOMS = (ast.Name, ast.Attribute, ast.Call, ast.Subscript)


def is_array_element(failure: Failure) -> bool:
    """Whether an error says that an array is no element; of arrays of several shapes it says more."""
    return failure.error_type == "ValueError" and failure.error.strip() == _SAID


def array_elements(failures: Sequence[Failure], files: Mapping[str, SourceFile]) -> Iterator[LibraryFix]:
    """The fix of each assignment that fails. files: those that may be edited."""
    places = {
        (one.frames[-1].file, one.frames[-1].line): one for one in failures if is_array_element(one) and one.frames
    }
    for (file, line), failure in places.items():
        for node in files[file].nodes if file in files else ():
            if isinstance(node, ast.Assign) and node.lineno == line and isinstance(node.targets[0], ast.Subscript):
                edits, text = FileEdits(files[file]), files[file].segment(node.value)
                new = f"{text}.item()" if isinstance(node.value, _ATOMS) else f"({text}).item()"
                edits.replace(*files[file].span(node.value), new)
                note = f"{text} -> {new}: NumPy 2.5 takes no array for an element; the error says: {_SAID}"
                about = (failure.update,) if failure.update is not None else ()
                yield LibraryFix(
                    texts_of({file: edits}), "library.element", note, LIKELIHOOD, "numpy.ndarray", about, "numpy"
                )
