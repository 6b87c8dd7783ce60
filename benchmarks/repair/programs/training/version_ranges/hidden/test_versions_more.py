from versions import Version

ORDER = ["1.0.0-2", "1.0.0-11", "1.0.0-11.a", "1.0.0-a.b", "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta",
         "1.0.0-beta", "1.0.0-beta.2", "1.0.0-beta.11", "1.0.0-rc.1", "1.0.0"]


def test_order():
    versions = [Version(text) for text in ORDER]
    assert [repr(v) for v in sorted(reversed(versions))] == ORDER


def test_equal():
    assert Version("1.0.0-rc.1") == Version("v1-rc.1+x")
    assert len({Version("1.0-a.3"), Version("1-a.3")}) == 1
