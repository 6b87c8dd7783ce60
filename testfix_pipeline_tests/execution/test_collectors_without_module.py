"""Collectors that are a Module of pytest and have no module: text files with examples, and what plugins collect."""

import pytest

DOCUMENTS = "[pytest]\naddopts = --doctest-glob=*.rst\n"
RAISING = "obj = property(lambda self: 1 / 0)"
TEST = "def test_a(): pass\n"
# As plugins for documents do: a Module whose object is none, or can't be asked for.
PLUGIN = """\
    import pytest
    class Item(pytest.Item):
        def runtest(self): pass
    class Document(pytest.Module):
        {object}
        def collect(self): return [Item.from_parent(self, name="example")]
    def pytest_collect_file(file_path, parent):
        if file_path.suffix == ".md":
            return Document.from_parent(parent, path=file_path)
"""


@pytest.mark.parametrize(
    ("files", "found"),
    [
        ({"test-requirements.txt": "pytest\n"}, set()),
        ({"tests/test_input.txt": "a: (b\n"}, set()),
        ({"test_examples.txt": ">>> 1 + 1\n2\n"}, {"test_examples.txt::test_examples.txt"}),
        ({"guide.rst": ">>> 1 + 1\n2\n", "pytest.ini": DOCUMENTS}, {"guide.rst::guide.rst"}),
        ({"guide.md": "text", "conftest.py": PLUGIN.format(object="obj = None")}, {"guide.md::example"}),
        ({"guide.md": "text", "conftest.py": PLUGIN.format(object=RAISING)}, {"guide.md::example"}),
        ({"guide.md": "text", "conftest.py": PLUGIN.format(object="_obj = 7")}, {"guide.md::example"}),
    ],
    ids=["requirements", "data", "text", "documentation", "no object", "an object that raises", "a number"],
)  # fmt: skip
def test_what_has_no_module_is_collected_like_any_other_file(run_files, files, found) -> None:
    run = run_files({"test_a.py": TEST, **files})
    assert run.fault is None, run.fault
    assert run.passed == {"test_a.py::test_a", *found}
