from zone import Record, read_zone
from zone.reader import resolve

SHORT = """
@     A 192.0.2.1
www   CNAME @
$ORIGIN lab
pc    300 A 192.0.2.9
      A 192.0.2.8
ns    NS pc.lab.x.org.
"""


def test_short_zone():
    records = read_zone(SHORT, "x.org.")
    assert [record.name for record in records] == ["x.org.", "www.x.org.", "pc.lab.x.org.", "pc.lab.x.org.", "ns.lab.x.org."]
    assert resolve(records, "www.x.org.") == ["192.0.2.1"]
    assert resolve(records, "pc.lab.x.org.") == ["192.0.2.8", "192.0.2.9"]


def test_targets():
    records = read_zone("a CNAME b\nb NS c.org.\nc TXT d", "x.org.")
    assert [record.value for record in records] == ["b.x.org.", "c.org.", "d"]
