"""The languages that come with the repair engine, each registered by its entry point (`pyproject.toml`)."""
