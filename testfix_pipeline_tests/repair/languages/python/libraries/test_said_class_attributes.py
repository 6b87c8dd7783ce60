"""Attributes that an error asks for in a class."""

from textwrap import dedent

from testfix_pipeline.core.records import Failure, Frame
from testfix_pipeline.repair.languages.python.libraries.sources.error_fixes import tells_fix
from testfix_pipeline.repair.languages.python.libraries.sources.said_class_attributes import said_class_attributes
from testfix_pipeline.repair.languages.python.source import SourceFile

MODELS = '''
    from sqlalchemy.orm import declarative_base

    Base = declarative_base()


    class Author(Base):
        """Who writes."""

        name: str = Column(String)


    class Poet(Author):
        style: str = Column(String)


    class Book(Base):
        title: str = Column(String)


    class Plain:
        kind: str = "plain"
'''
ASKS = (
    'Type annotation for "Author.name" can\'t be interpreted. To allow legacy annotations to pass, set '
    '"__allow_unmapped__ = True" on the class or a superclass this class.'
)


def failure(error: str) -> Failure:
    frame = Frame(file="models.py", line=7, function="<module>")
    return Failure(test="test_a.py", error_type="MappedAnnotationError", error=error, frames=[frame])


def fixed(error: str, text: str = MODELS) -> list[str]:
    files = {"models.py": SourceFile("models.py", dedent(text).encode())}
    return [fix.texts["models.py"] for fix in said_class_attributes([failure(error)], files)]


def test_each_class_that_derives_from_the_base_gets_what_the_error_asks_for() -> None:
    after = MODELS
    for first in ("name: str", "title: str"):
        after = after.replace(first, f"__allow_unmapped__ = True\n        {first}")
    assert tells_fix(failure(ASKS))
    assert fixed(ASKS) == [dedent(after)]


def test_other_errors_change_nothing() -> None:
    assert fixed('Type annotation for "Author.name" can\'t be interpreted.') == []


def test_it_stands_before_decorators_and_as_the_lines_of_the_file_and_once() -> None:
    text = (
        "import a\r\n\r\n\r\nclass Author(Base):\r\n\t@property\r\n\tdef name(self):\r\n\t\treturn 1\r\n\r\n\r\n"
        "class Book(Base):\r\n\ttitle: str = B()\r\n\t__allow_unmapped__: bool = True\r\n"
    )
    after = text.replace("\t@property", "\t__allow_unmapped__ = True\r\n\t@property")
    assert fixed(ASKS, text) == [after]
