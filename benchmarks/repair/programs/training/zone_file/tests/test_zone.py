import pytest

from zone import Record, ZoneError, read_zone
from zone.reader import absolute, resolve

FULL = """
$TTL 600
x.org.      IN A 192.0.2.1
            IN MX 10 mail
mail.x.org. 60 IN A 192.0.2.2   ; a comment
web.x.org.  CNAME x.org.
x.org.      TXT "v=spf1; -all"
"""


def test_absolute():
    assert absolute("www", "x.org.") == "www.x.org."
    assert absolute("y.org.", "x.org.") == "y.org."
    assert absolute("@", "x.org.") == "x.org."


def test_full_names():
    records = read_zone(FULL, "x.org.")
    assert records[0] == Record("x.org.", 600, "A", "192.0.2.1")
    assert records[2] == Record("mail.x.org.", 60, "A", "192.0.2.2")


def test_owner_is_repeated():
    assert read_zone(FULL, "x.org.")[1] == Record("x.org.", 600, "MX", "10 mail.x.org.")


def test_text_keeps_semicolons():
    assert read_zone(FULL, "x.org.")[4].value == "v=spf1; -all"


def test_alias():
    assert resolve(read_zone(FULL, "x.org."), "web.x.org.") == ["192.0.2.1"]


def test_short_names():
    assert read_zone("www A 192.0.2.3", "x.org.") == [Record("www.x.org.", 3600, "A", "192.0.2.3")]


def test_short_alias():
    records = read_zone("www.x.org. CNAME web\nweb.x.org. A 192.0.2.4", "x.org.")
    assert resolve(records, "www.x.org.") == ["192.0.2.4"]


def test_bad_record():
    with pytest.raises(ZoneError, match="line 1"):
        read_zone("x.org. LOC 1 2 3", "x.org.")


def test_unknown_name():
    assert resolve(read_zone(FULL, "x.org."), "ftp.x.org.") == []
