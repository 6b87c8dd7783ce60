"""Replacements for what newer Pythons lost, where another expression or a function takes its place."""

import asyncio
import random
import re
from textwrap import dedent
from typing import Any

import pytest

from testfix_pipeline.core.records import Failure, Frame
from testfix_pipeline.repair.languages.python.libraries.inquiry.answer import LibraryName, LostName
from testfix_pipeline.repair.languages.python.libraries.sources.expression_rules import expression_fixes
from testfix_pipeline.repair.languages.python.source import SourceFile


def fixed(text: str, error: str, *lost: LostName, line: int = 1) -> list[str]:
    files = {"app.py": SourceFile("app.py", dedent(text).encode())}
    kind = "AttributeError" if "has no attribute" in error else "TypeError"
    said = Failure(
        test="test_app.py::test", error_type=kind, error=error, frames=[Frame(file="app.py", line=line, function="f")]
    )
    return [fix.texts["app.py"] for fix in expression_fixes([said], lost, files)]


def test_a_finder_is_asked_for_a_spec() -> None:
    text = "import pkgutil\nmodules = [one.find_module(name).load_module(name) for one, name, _ in found]\n"
    (new,) = fixed(text, "'FileFinder' object has no attribute 'find_module'")
    assert "one.find_spec(name).loader.load_module(name)" in new


def test_a_loader_is_looked_for_as_a_spec_is() -> None:
    text = """
        import importlib

        HAS_NUMBERS = importlib.find_loader("numpy") is not None
        loader = importlib.find_loader("json")
    """
    gone = LostName(LibraryName("importlib", "", "find_loader"), False, "Python", "3.12", (), ())
    (new,) = fixed(text, "module 'importlib' has no attribute 'find_loader'", gone)
    assert 'HAS_NUMBERS = importlib.util.find_spec("numpy") is not None' in new
    names: dict = {}
    exec(new.replace('"numpy"', '"no_such_module"'), names)
    assert not names["HAS_NUMBERS"]
    assert names["loader"].is_package("json")


def test_a_generator_goes_on_being_awaited() -> None:
    text = """
        from asyncio import coroutine, sleep

        @coroutine
        def later(value):
            yield from sleep(0)
            return value

        async def both(value):
            return await later(value)
    """
    gone = LostName(LibraryName("asyncio", "", "coroutine"), False, "Python", "3.11", (), ())
    (new,) = fixed(text, "cannot import name 'coroutine' from 'asyncio'", gone)
    names: dict[str, Any] = {}
    exec(new, names)
    assert asyncio.run(names["both"](4)) == 4


FIELDS = """\
from pydantic import BaseModel, Field
from typing import Any, Optional, Union


class Order(BaseModel):
    a: Optional[int]
    b: Union[int, None]
    c: int
    d: Optional[int] = 3
    e: int | None
    f: Any
    g: Optional[str] = Field(alias="G")
    h: Optional[str] = Field(1)
    i: list[Optional[int]]
"""


def test_fields_that_may_be_none_get_the_default() -> None:
    new = fixed(FIELDS, "2 validation errors for Order\na\n  Field required [type=missing]")
    wanted = re.sub(r"(    [abef]: .*)", r"\1 = None", FIELDS).replace('Field(alias="G")', 'Field(None, alias="G")')
    assert new == [wanted]
    assert fixed(FIELDS, "1 validation error for Order\na\n  Not an integer") == []


def test_a_source_of_random_numbers_shuffles_by_itself() -> None:
    error = "Random.shuffle() got an unexpected keyword argument 'random'"
    text = "import random\nsource = random.Random(1)\nrandom.shuffle(a)\nrandom.shuffle(b, random=source.random)\n"
    new = fixed(text, error)[0]
    assert new.endswith("random.shuffle(a)\nsource.shuffle(b)\n")


def test_a_function_of_random_numbers_shuffles_as_it_did() -> None:
    text = "import random\ncards = list(range(9))\nrandom.shuffle(cards, source)\n"
    (new,) = fixed(text, "Random.shuffle() takes 2 positional arguments but 3 were given")
    names: dict[str, Any] = {"source": random.Random(5).random}
    exec(new, names)
    assert names["cards"] == [1, 2, 0, 4, 3, 6, 7, 8, 5]  # what Python 3.9 makes of it


def test_a_seed_of_another_type_is_hashed_as_it_was() -> None:
    text = "import random\nsource = random.Random((1, 2))\n"
    (new,) = fixed(text, "The only supported seed types are: None, int, float, str, bytes, and bytearray.", line=2)
    assert "random.Random(hash((1, 2)))" in new


def test_allowed_styles_are_those_of_a_sanitizer() -> None:
    text = "import bleach\nprint(bleach.clean(text, tags=TAGS, styles=['color']))\n"
    (new,) = fixed(text, "clean() got an unexpected keyword argument 'styles'", line=2)
    sanitizer = "bleach.css_sanitizer.CSSSanitizer(allowed_css_properties=['color'])"
    assert f"(text, tags=TAGS, css_sanitizer={sanitizer})" in new and "import bleach.css_sanitizer\n" in new


def test_a_program_that_fails_still_raises_without_distutils() -> None:
    text = """
        from distutils import log
        from distutils.errors import DistutilsExecError
        from distutils.spawn import spawn

        def run(words):
            log.info("running %s", words)
            try:
                spawn(words)
            except DistutilsExecError:
                return False
            return True
    """
    gone = LostName(LibraryName("", "", "distutils"), True, "Python", "3.12", (), ())
    (new,) = fixed(text, "No module named 'distutils'", gone)
    assert "subprocess.run(words, check=True)\n    except subprocess.CalledProcessError:" in new
    assert 'logging.info("running %s", words)' in new


def test_a_link_leads_where_it_led() -> None:
    gone = LostName(LibraryName("pathlib", "Path", "link_to"), False, "Python", "3.12", (), ())
    text = "import pathlib\npathlib.Path(a).link_to(b)\n"
    (new,) = fixed(text, "'PosixPath' object has no attribute 'link_to'", gone)
    assert "os.link(pathlib.Path(a), b)" in new


@pytest.mark.filterwarnings("ignore:ssl.PROTOCOL_TLS is deprecated")
def test_a_socket_is_wrapped_with_what_it_was_given() -> None:
    gone = LostName(LibraryName("ssl", "", "wrap_socket"), False, "Python", "3.12", (), ())
    text = "import ssl\nsafe = ssl.wrap_socket(plain, server_side=True, do_handshake_on_connect=False)\n"
    (new,) = fixed(text, "module 'ssl' has no attribute 'wrap_socket'", gone)
    names: dict = {}
    exec(new.partition("safe = ")[0], names)
    with pytest.raises(FileNotFoundError):
        names["wrap_socket"](None, certfile="no such file")
    assert "safe = wrap_socket(plain, server_side=True, do_handshake_on_connect=False)" in new


def test_fields_of_a_typed_dictionary_are_given_as_a_dictionary() -> None:
    text = """\
from typing import TypedDict

Movie = TypedDict("Movie", title=str, year=int)
Part = TypedDict("Part", total=False, title=str)
Known = TypedDict("Known", {"title": str}, total=False)
"""
    error = "TypedDict() got an unexpected keyword argument 'title'"
    new = fixed(text, error, line=3)[0]
    assert new.splitlines()[2:] == [
        'Movie = TypedDict("Movie", dict(title=str, year=int))',
        'Part = TypedDict("Part", dict(title=str), total=False)',
        'Known = TypedDict("Known", {"title": str}, total=False)',
    ]
