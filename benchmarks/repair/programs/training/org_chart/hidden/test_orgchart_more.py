from orgchart import OrgChart


def test_boundaries():
    chart = OrgChart()
    chart.hire("a", "x", budget=10)
    chart.hire("b", "x", "a", budget=20)
    chart.hire("c", "x", "b")
    assert chart.approver("c", 20) == "b"
    assert chart.approver("c", 21) is None
    assert chart.approver("b", 10) == "a"
    assert chart.approver("b", 11) is None
    assert chart.approver("a", 0) is None
