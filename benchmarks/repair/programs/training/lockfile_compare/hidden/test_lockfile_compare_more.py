from lockfile import Lock
from lockfile_compare import compare

MIXED = """
roots: App
App==1 (Zope.Interface, my_lib)
zope-interface==5
My-Lib==2 (SIX)
six==1
"""


def test_get_any_spelling():
    lock = Lock.parse(MIXED)
    assert lock.get("ZOPE_interface").version == "5"
    assert lock.get("nothing") is None


def test_required_by():
    lock = Lock.parse(MIXED)
    assert lock.required_by("zope.interface") == ["app"]
    assert lock.required_by("six") == ["my-lib"]
    assert lock.required_by("Six") == ["my-lib"]
    assert lock.required_by("app") == []


def test_no_orphans():
    assert Lock.parse(MIXED).orphans() == []


def test_nothing_missing():
    assert Lock.parse(MIXED).missing() == []


def test_missing_in_canonical_spelling():
    assert Lock.parse("a==1 (Not.There)").missing() == ["not-there"]


def test_reachable():
    assert Lock.parse(MIXED).reachable() == {"app", "zope-interface", "my-lib", "six"}


def test_rewired_only_for_other_packages():
    assert compare("a==1 (b.c)", "a==1 (B_C)").same
    assert compare("a==1 (b.c)", "a==1 (bc)").rewired == ["a"]


def test_reason_in_report():
    assert compare("", MIXED).report() == [
        "+ app 1 (for root)", "+ my-lib 2 (for app)", "+ six 1 (for my-lib)", "+ zope-interface 5 (for app)"]


def test_reason_nothing():
    assert compare("", "lonely==3").report() == ["+ lonely 3 (for nothing)"]


def test_empty_requires():
    assert Lock.parse("a==1 ()").get("a").requires == ()
    assert Lock.parse("a==1").get("a").requires == ()


def test_spaces_in_requires():
    assert set(Lock.parse("a==1 sha:ff ( B ,, c_d )").get("a").requires) == {"b", "c-d"}
