"""A library that refuses several of its own names and says what to use: what it says is done."""

from testfix_pipeline_tests.standalone.conftest import Repairer

LIBRARY = {
    "__init__.py": """\
from shapeless.gone import refuse
from shapeless.pages import Reader, Writer


class FileReader(Reader):
    def __init__(self, *args):
        refuse("FileReader", "Reader", "2.0")
        super().__init__(*args)
""",
    "gone.py": """\
class Gone(Exception):
    pass


def refuse(old, new, since):
    raise Gone("%s is deprecated and was removed in shapeless %s. Use %s instead." % (old, since, new))


def warn_of(old):
    return old
""",
    "pages.py": """\
from shapeless.gone import Gone, refuse, warn_of

SINCE = "2.0"


class Reader:
    def __init__(self, pages):
        self.pages = pages

    @property
    def title(self):
        return self.pages[0]

    def getTitle(self):
        '''Deprecated.'''
        refuse("getTitle", "title", "2.0")
        return self.title

    def getPage(self, number):
        refuse("reader.getPage(number)", "reader.pages[page_number]", since=SINCE)

    def countPages(self):
        raise Gone("countPages was removed in {}, use len(reader.pages) instead".format(SINCE))

    def close(self):
        refuse("close", "shut", "2.0")


class Writer:
    def __init__(self):
        self.pages = []

    def add_page(self, page):
        self.pages.append(page)

    def addPage(self, page):
        refuse("addPage", "add_page", "2.0")

    def close(self):
        warn_of("close")
""",
}


PROGRAM = """\
from shapeless import FileReader, Writer


def copied(pages):
    reader = FileReader(pages)
    writer = Writer()
    for number in range(reader.countPages()):
        writer.addPage(reader.getPage(number))
    writer.close()
    return writer.pages
"""
LINES = (
    "from shapeless import Reader, Writer",
    "    reader = Reader(pages)",
    "    for number in range(len(reader.pages)):",
    "        writer.add_page(reader.pages[number])",
)


def test_all_that_a_library_refuses_is_replaced_step_by_step(updated: Repairer) -> None:
    test = "from own import copied\n\n\ndef test_copied():\n    assert copied(['a', 'b']) == ['a', 'b']\n"
    report = updated({"own.py": PROGRAM, "test_own.py": test}, library=LIBRARY)
    (bug,) = report.bugs
    assert report.outcome == "fixed" and bug.patch is not None
    added = [line[1:] for line in bug.patch.diff.splitlines() if line.startswith("+")][1:]
    assert added == [*LINES]


def test_what_no_text_says_is_a_lead_behind_it(updated: Repairer) -> None:
    program = PROGRAM.replace("return writer.pages", "return reader.getTitle(), writer.pages")
    test = "from own import copied\n\n\ndef test_copied():\n    assert copied(['a', 'b']) == ('a', ['a', 'b'])\n"
    (bug,) = updated({"own.py": program, "test_own.py": test}, library=LIBRARY).bugs
    assert bug.outcome == "lead" and bug.patch is not None
    for line in (*LINES, "    return reader.title, writer.pages"):
        assert f"+{line}\n" in bug.patch.diff
