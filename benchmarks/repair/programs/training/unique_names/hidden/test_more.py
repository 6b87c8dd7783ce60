from unique_names import Folder


def test_four_of_an_existing_name():
    folder = Folder(["x"])
    assert [folder.claim("x") for _ in range(3)] == ["x (2)", "x (3)", "x (4)"]


def test_the_numbered_name_itself():
    folder = Folder(["x.md"])
    assert folder.claim("x.md") == "x (2).md"
    assert folder.claim("x (2).md") == "x (2) (2).md"


def test_released_number():
    folder = Folder(["x.md"])
    assert [folder.claim("x.md"), folder.claim("x.md")] == ["x (2).md", "x (3).md"]
    folder.release("x (2).md")
    assert folder.claim("x.md") == "x (2).md"


def test_two_suffixes():
    folder = Folder()
    assert [folder.claim("a.tar.gz") for _ in range(2)] == ["a.tar.gz", "a.tar (2).gz"]
