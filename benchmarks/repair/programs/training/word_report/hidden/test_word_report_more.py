from word_report import Report, compare, merge, render, render_all


def make(*texts):
    return [Report.of(f"t{i}", text) for i, text in enumerate(texts, 1)]


def test_first_is_unchanged():
    reports = make("sun moon", "sun star")
    merge("all", reports)
    assert reports[0].counts == {"sun": 1, "moon": 1}
    assert reports[1].counts == {"sun": 1, "star": 1}


def test_merge_twice():
    reports = make("sun moon", "sun star")
    first = merge("all", reports)
    second = merge("all", reports)
    assert first.counts == second.counts == {"sun": 2, "moon": 1, "star": 1}


def test_merge_one():
    reports = make("sun moon")
    merged = merge("all", reports)
    merged.counts["sun"] += 5
    assert reports[0].counts["sun"] == 1
    assert merged.total == 2


def test_merge_result():
    merged = merge("all", make("b a", "b", "c b"))
    assert merged.top(3) == [("b", 3), ("c", 1)]
    assert merged.total == 5
    assert merged.title == "all"


def test_merge_none():
    assert merge("all", []).total == 0
    assert merge("all", []).per_thousand("x") == 0.0


def test_merge_of_merges():
    a, b, c = make("x", "y", "x z")
    ab = merge("ab", [a, b])
    abc = merge("abc", [ab, c])
    assert abc.counts == {"x": 2, "y": 1, "z": 1}
    assert ab.counts == {"x": 1, "y": 1}
    assert a.counts == {"x": 1}


def test_same_report_twice():
    (a,) = make("x y")
    assert merge("aa", [a, a]).counts == {"x": 2, "y": 2}
    assert a.counts == {"x": 1, "y": 1}


def test_render_all_twice():
    reports = make("x y", "x")
    assert render_all("all", reports) == render_all("all", reports)


def test_once_after_merge():
    a, b = make("x y", "x")
    assert merge("all", [a, b]).once() == ["y"]
    assert a.once() == ["x", "y"]


def test_compare_with_merged():
    a, b = make("x", "y")
    assert compare(merge("ab", [a, b]), a) == (["y"], [])


def test_render_empty():
    assert render(Report.of("e", "")) == "e: 0 words, 0 distinct"
