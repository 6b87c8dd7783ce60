import itertools

from acl import Acl, parse

LINES = ["/ * read", "/a * none", "/a/b * write", "/a/b/c eva read"]


def test_order_of_lines_does_not_matter():
    for lines in itertools.permutations(LINES):
        acl = Acl(parse("\n".join(lines)))
        assert acl.access("eva", "/x") == "read"
        assert acl.access("eva", "/a/x") == "none"
        assert acl.access("eva", "/a/b") == "write"
        assert acl.access("eva", "/a/b/c/d") == "read"
        assert acl.access("max", "/a/b/c/d") == "write"
