"""The repair engine on small programs in JavaScript and TypeScript with one bug each; see `__main__.py`."""
