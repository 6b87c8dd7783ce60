import pytest

from unique_names import Folder


@pytest.fixture
def folder():
    return Folder(["report.pdf"])


def test_free_name(folder):
    assert folder.claim("notes.txt") == "notes.txt"


def test_taken_name(folder):
    assert folder.claim("report.pdf") == "report (2).pdf"


def test_case(folder):
    assert folder.claim("REPORT.PDF") == "REPORT (2).PDF"


def test_folders_are_cut_off(folder):
    assert folder.claim("old/2020/notes.txt") == "notes.txt"


def test_twice(folder):
    assert [folder.claim("photo") for _ in range(2)] == ["photo", "photo (2)"]


def test_thrice(folder):
    assert [folder.claim("photo.png") for _ in range(3)] == ["photo.png", "photo (2).png", "photo (3).png"]


def test_release(folder):
    folder.claim("a.txt")
    folder.release("A.txt")
    assert folder.claim("a.txt") == "a.txt"
