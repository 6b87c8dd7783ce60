from printqueue import PrintQueue


def drain(q):
    out = []
    while (job := q.next_job()) is not None:
        out.append(job.title)
    return out


def test_mixture():
    q = PrintQueue()
    for t, p in [("l1", "low"), ("n1", "normal"), ("h1", "high"), ("l2", "low"), ("h2", "high"), ("n2", "normal")]:
        q.submit(t, priority=p)
    assert drain(q) == ["h1", "h2", "n1", "n2", "l1", "l2"]


def test_late_high():
    q = PrintQueue()
    q.submit("a")
    q.submit("b")
    q.next_job()
    q.submit("c", priority="high")
    assert drain(q) == ["c", "b"]


def test_many_same_priority_fifo():
    q = PrintQueue()
    titles = [f"j{i}" for i in range(30)]
    for t in titles:
        q.submit(t, priority="high")
    assert drain(q) == titles


def test_pages_do_not_matter():
    q = PrintQueue()
    q.submit("big", 400)
    q.submit("small", 1)
    assert q.waiting() == ["big", "small"]


def test_cancel_high():
    q = PrintQueue()
    q.submit("l", priority="low")
    n = q.submit("h", priority="high")
    q.submit("m")
    q.cancel(n)
    assert drain(q) == ["m", "l"]
