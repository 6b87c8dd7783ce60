"""Copies of removed definitions in the program's files: where they go, and when they are offered."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.languages.python.libraries.inquiry.answer import LibraryName, LostName, Substitute
from testfix_pipeline.repair.languages.python.libraries.inquiry.old_releases import OldRelease
from testfix_pipeline.repair.languages.python.libraries.sources import copied_names as module
from testfix_pipeline.repair.languages.python.libraries.sources.copied_names import copied_names
from testfix_pipeline.repair.languages.python.libraries.sources.name_fixes import NameFixes, likelihood_of
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline_tests.project_files import write_files
from testfix_pipeline_tests.repair.languages.python.libraries.test_name_rules import place, sites

OLD = {
    "lib/__init__.py": "",
    "lib/text.py": "import re\n\n\ndef short(text):\n    return re.sub('a+', 'a', text)\n\n\nclass Box:\n    pass\n",
    "lib-1.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: Lib\nVersion: 1.0\nLicense: MIT\n",
}


@pytest.fixture
def release(tmp_path: Path) -> OldRelease:
    write_files(tmp_path, OLD)
    return OldRelease("lib", "1.0", tmp_path)


def lost(files: Mapping[str, str], full: str, *new: tuple[str, str], is_module: bool = False) -> LostName:
    found = tuple(site for file, text in files.items() for site in sites(file, text, place(full)))
    substitutes = tuple(Substitute(place(one), source, "", 1.0, False) for one, source in new)
    return LostName(place(full), is_module, "lib", "2.0", found, substitutes)


def fixes(files: Mapping[str, str], names: list[LostName], release: OldRelease) -> list[LibraryFix]:
    sources = {file: SourceFile(file, text.encode()) for file, text in files.items()}
    found = NameFixes(sources, frozenset(), copied_names(names, [release]))
    return [fix for fix in (*found.joint(names), *found.single(names)) if "copy of" in fix.note]


def test_the_copy_stands_behind_the_imports_and_says_where_it_is_from(release: OldRelease) -> None:
    files = {"a.py": "import os\nfrom lib.text import short\n\nx = short(os.name)\n"}
    (fix,) = fixes(files, [lost(files, "lib.text.short")], release)
    assert fix.texts["a.py"] == (
        "import re\nimport os\n\n\n# From lib.text of lib 1.0 (MIT); lib 2.0 has it no more.\n"
        "def short(text):\n    return re.sub('a+', 'a', text)\n\n\nx = short(os.name)\n"
    )
    assert (fix.kind, fix.symbol) == ("library.copy", "lib.text.short")


@pytest.mark.parametrize("rest", ["", ", text.long"])
def test_a_name_that_is_asked_of_its_module_is_copied_too(release: OldRelease, rest: str) -> None:
    files = {"a.py": f"import re\nfrom lib import text\n\n\ndef f(t):\n    return text.short(t), text.short(1){rest}\n"}
    (fix,) = fixes(files, [lost(files, "lib.text.short")], release)
    head = "import re\n" + ("from lib import text\n" if rest else "")
    assert fix.texts["a.py"].startswith(f"{head}\n\n# From lib.text of lib 1.0 (MIT)")
    assert fix.texts["a.py"].endswith(f"\n\n\ndef f(t):\n    return short(t), short(1){rest}\n")


def test_names_of_a_module_that_is_gone_are_copied_together(release: OldRelease) -> None:
    files = {"a.py": "import re\nfrom lib.text import Box, short\nx = short(Box())\n"}
    joint, *single = fixes(files, [lost(files, "lib.text", is_module=True)], release)
    assert joint.texts["a.py"].startswith("import re\n\n\n# From lib.text of lib 1.0 (MIT)")
    assert "class Box:\n    pass\n\n\n# From" in joint.texts["a.py"] and "from lib" not in joint.texts["a.py"]
    assert [fix.symbol for fix in single] == ["lib.text.Box", "lib.text.short"]


def test_all_names_at_once_are_tried_without_copies_first(release: OldRelease) -> None:
    files = {"a.py": "from lib.text import short\nfrom lib import one, two\nx = short(one, two)\n"}
    names = [lost(files, f"lib.{name}", (f"lib.sub.{name}", "submodule")) for name in ("one", "two")]
    sources = {"a.py": SourceFile("a.py", files["a.py"].encode())}
    names.append(lost(files, "lib.text.short"))
    found = list(NameFixes(sources, frozenset(), copied_names(names, [release])).joint(names))
    assert [("from lib.sub import one, two" in fix.texts["a.py"], fix.likelihood) for fix in found] == [
        (True, 0.8), (True, 0.72)
    ]  # fmt: skip
    assert "copy of" not in found[0].note and "copy of lib.text.short" in found[1].note


@pytest.mark.parametrize(
    "files",
    [
        {"a.py": "import lib.text\nshort = lib.text.short('a')\n"},
        {"a.py": "from lib.text import short as s\nx = s('a')\n"},
        {"a.py": "from lib.text import short\nre = 1\nx = short('a')\n"},
        {"a.py": "from lib.text import short\ndef short(): pass\n"},
        {"a.py": "from lib.text import Box\nBox()\n", "b.py": "from lib.text import Box\nBox()\n"},
    ],
)
def test_what_a_copy_would_not_fit_into(release: OldRelease, files: dict[str, str]) -> None:
    names = [lost(files, "lib.text.Box" if "Box" in files["a.py"] else "lib.text.short")]
    assert fixes(files, names, release) == []


def test_a_replacement_that_a_source_names_comes_first(release: OldRelease) -> None:
    files = {"a.py": "from lib.text import short\nx = short('a')\n"}
    name = lost(files, "lib.text.short", ("lib.words.short", "submodule"))
    (fix,) = fixes(files, [name], release)
    assert fix.likelihood < likelihood_of(name, name.substitutes[0])
    (alone,) = fixes(files, [lost(files, "lib.text.short", ("lib.words.shout", "near name"))], release)
    assert alone.likelihood > fix.likelihood


def test_pythons_own_is_from_an_older_python_on_this_machine(
    release: OldRelease, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_files(tmp_path / "3.11", {"gone.py": "def f():\n    return 11\n"})
    write_files(tmp_path / "3.9", {"gone.py": "def f():\n    return 9\n"})
    write_files(tmp_path / "3.13", {"gone.py": "def f():\n    return 13\n"})
    libraries = [(tmp_path / version, version) for version in ("3.9", "3.11", "3.13")]
    monkeypatch.setattr(module, "_installed_libraries", lambda: libraries)
    sites_of = tuple(sites("a.py", "from gone import f\nf()\n", place("gone.f")))
    name = LostName(LibraryName("gone", "", "f"), False, "Python", "3.12.1", sites_of, ())
    (copy,) = copied_names([name], [release])
    assert copy.code.text == "def f():\n    return 11"
    assert copy.origin == "gone of Python 3.11 (Python Software Foundation License)"
