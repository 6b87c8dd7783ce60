"""The repair engine on small programs in Go with one bug each; see `__main__.py`."""
