from observable_list import ObservableList


def test_several_that_want_one_change():
    names = ObservableList()
    calls = []
    for number in range(4):
        names.subscribe(lambda change, number=number: calls.append(number), once=True)
    names.append("x")
    assert calls == [0, 1, 2, 3]
    names.append("y")
    assert calls == [0, 1, 2, 3]


def test_callback_cancels_itself():
    names = ObservableList([1])
    seen = []

    def leave(change):
        subscription.cancel()

    subscription = names.subscribe(leave)
    names.subscribe(seen.append)
    names.append(2)
    assert len(seen) == 1


def test_callback_that_subscribes_hears_the_next_change():
    names = ObservableList()
    seen = []
    names.subscribe(lambda change: names.subscribe(seen.append), once=True)
    names.append(1)
    assert seen == []
    names.append(2)
    assert [change.new for change in seen] == [2]


def test_once_and_held():
    names = ObservableList()
    once, always = [], []
    names.subscribe(once.append, once=True)
    names.subscribe(always.append)
    names.hold()
    names.extend([1, 2])
    names.release()
    assert (len(once), len(always)) == (1, 2)


def test_kind_is_kept_for_once():
    names = ObservableList([1])
    once, always = [], []
    names.subscribe(once.append, kinds={"remove"}, once=True)
    names.subscribe(always.append)
    names.append(2)
    names.pop()
    assert [change.kind for change in once] == ["remove"]
    assert [change.kind for change in always] == ["insert", "remove"]
