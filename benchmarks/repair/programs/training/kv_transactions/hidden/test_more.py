from kvstore import Store


def test_all_gone():
    store = Store(a=1)
    with store.transaction():
        with store.transaction():
            store.delete("a")
    assert store.snapshot() == {}
    assert len(store) == 0


def test_inner_deletion_hides():
    store = Store(a=1)
    store.begin()
    store.set("a", 2)
    store.begin()
    store.delete("a")
    store.commit()
    assert "a" not in store
    store.commit()
    assert store.items() == []
