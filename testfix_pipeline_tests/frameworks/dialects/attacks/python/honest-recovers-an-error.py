try:
    raise AssertionError("expected")
except AssertionError:
    pass
