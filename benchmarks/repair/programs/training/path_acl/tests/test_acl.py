import pytest

from acl import Acl, AclError, normal, parse

TEXT = """
/                *       none
/docs            *       read      # for all
/docs/internal   *       none
/docs/internal   @staff  write
/home/eva        eva     write
"""


@pytest.fixture
def acl():
    return Acl(parse(TEXT), {"staff": {"max"}})


@pytest.mark.parametrize("path, expected", [("/a//b/", "/a/b"), ("a/./b/../c", "/a/c"), ("/", "/")])
def test_normal(path, expected):
    assert normal(path) == expected


def test_leaving_the_root():
    with pytest.raises(AclError):
        normal("/a/../..")


def test_bad_line():
    with pytest.raises(AclError, match="line 2"):
        parse("\n/docs everybody")


def test_closed_by_default():
    assert Acl([]).access("eva", "/x") == "none"


def test_everything_is_closed(acl):
    assert acl.access("eva", "/etc") == "none"


def test_docs_are_open(acl):
    assert acl.may("eva", "read", "/docs/guide.md")
    assert not acl.may("eva", "write", "/docs/guide.md")


def test_internal_docs(acl):
    assert not acl.may("eva", "read", "/docs/internal/x")
    assert acl.may("max", "write", "/docs/internal/x")


def test_similar_name_is_another_path(acl):
    assert acl.access("eva", "/docsets") == "none"


def test_readable(acl):
    assert acl.readable("eva", ["/docs/a", "/home/eva/b", "/home/max"]) == ["/docs/a", "/home/eva/b"]


def test_order_of_several_for_one_path():
    acl = Acl(parse("/a * read\n/a eva write"))
    assert acl.access("eva", "/a/b") == "write"
