import contextlib

from migrations import Migrator, connect


def test_order():
    names = ["100_d.sql", "9_b.sql", "010_c.sql", "1_z.sql", "2_a.sql"]
    with contextlib.closing(connect()) as db:
        migrator = Migrator(db, dict.fromkeys(names, ""))
        assert migrator.pending() == ["1_z.sql", "2_a.sql", "9_b.sql", "010_c.sql", "100_d.sql"]
        assert migrator.run(up_to=10) == ["1_z.sql", "2_a.sql", "9_b.sql", "010_c.sql"]
        assert migrator.run() == ["100_d.sql"]
