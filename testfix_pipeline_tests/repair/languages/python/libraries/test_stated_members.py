"""Members of objects in whose place an error puts an expression."""

import pytest

from testfix_pipeline.repair.languages.python.libraries.sources.stated_expressions import (
    stated_by_members,
    tells_member,
)
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline_tests.repair.languages.python.libraries.test_message_fixes import failure

TEXT = "def f(path, n):\n    book = Book(path)\n    return {}\n"


@pytest.mark.parametrize(
    ("said", "old", "new"),
    [
        ("book.getNumPages is deprecated and was removed in lib 3.0.0. Use len(book.pages) instead.",
         "book.getNumPages() + 1", "len(book.pages) + 1"),
        ("book.getPage(pageNumber) is deprecated and was removed in lib 3.0.0. Use book.pages[page_number] instead.",
         "book.getPage(n - 1).text, other.getPage(0)", "book.pages[n - 1].text, other.pages[0]"),
        ("`book.at(row, column)` was removed. Use `book.cells[row, column]` instead",
         "book.at(n, column=path)", "book.cells[n, path]"),
        ("book.at(row, col) was removed in lib 2.0. Use book.cells[col][row] instead.",
         "book.at(n, path), book.at(n, col=path)", "book.cells[path][n], book.cells[path][n]"),
        ("book.at(rowIndex, col) was removed. Use book.cells[column][row_index] instead.",
         "book.at(n, path), book.at(col=n, rowIndex=path)", "book.cells[path][n], book.cells[n][path]"),
        ("book.at(row) was removed. Use row in book.cells instead.", "book.at(n)", "n in book.cells"),
        ("book.at(row) was removed. Use book.span(row, row) instead.", "book.at(n), book.at(path.pop())",
         "book.span(n, n), book.at(path.pop())"),
    ],
)  # fmt: skip
def test_the_expression_that_is_said_takes_the_place_of_a_member(said: str, old: str, new: str) -> None:
    error = failure("DeprecationError", said, 3)
    assert tells_member(error)
    (fix,) = stated_by_members([error], {"app.py": SourceFile("app.py", TEXT.format(old).encode())})
    assert fix.texts["app.py"] == TEXT.format(new)


@pytest.mark.parametrize(
    "said",
    [
        "book.getPage(number) was removed. Use book.pages instead.",
        "getPage is deprecated. Use get_page instead.",
        "book.getPage was removed. Use a loop instead",
    ],
)
def test_nothing_is_put_there_where_the_object_or_an_argument_has_no_place(said: str) -> None:
    assert not tells_member(failure("DeprecationError", said, 3))


def test_each_member_that_one_error_names_has_a_fix() -> None:
    said = (
        "book.getPage(n) was removed. Use book.pages[n] instead. book.getSize was removed. Use len(book.pages) instead."
    )
    text = TEXT.format("book.getPage(n), book.getSize()")
    fixes = stated_by_members([failure("Gone", said, 3)] * 2, {"app.py": SourceFile("app.py", text.encode())})
    made = [fix.texts["app.py"] for fix in fixes]
    assert made == [TEXT.format("book.pages[n], book.getSize()"), TEXT.format("book.getPage(n), len(book.pages)")]
