from rights import change, change_all


def test_partly_there():
    assert change(0o640, "a-rw") == 0
    assert change(0o711, "u-rwx") == 0o011


def test_twice():
    assert change_all(0o755, "go-x,go-x") == 0o744
