from sensors import Sensor, Station, first_known


def test_offset_to_zero():
    st = Station(Sensor("a", offset=-4), Sensor("b"))
    assert st.update({"a": 4, "b": 9}) == 0


def test_only_zero():
    assert first_known(None, 0, None) == 0
    st = Station(Sensor("a"))
    assert st.update({"a": 0}) == 0
    assert st.gaps() == 0
    assert st.mean() == 0


def test_zero_last():
    assert first_known(None, 0) == 0


def test_float_zero_and_false():
    assert first_known(0.0, 1.0) == 0.0
    assert first_known(False, True) is False


def test_empty_string():
    assert first_known("", "x") == ""


def test_mean_counts_zeros():
    st = Station(Sensor("a"))
    for v in (0, 10, None):
        st.update({"a": v})
    assert st.mean() == 5


def test_leading_gap_then_zero():
    st = Station(Sensor("a"))
    for v in (None, 0, None, -3):
        st.update({"a": v})
    assert st.filled() == [None, 0, 0, -3]
