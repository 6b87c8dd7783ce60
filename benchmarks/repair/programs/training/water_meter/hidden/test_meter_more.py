from meter import Meter


def test_more():
    m = Meter(0)
    for v in (0, 1, 4, 2):
        m.read(v)
    assert (m.alarms, m.worst) == (3, 4)
