"""Names by which folders of tests and of other people's code are known."""

from __future__ import annotations

TEST_FOLDERS = frozenset({"tests", "test", "__tests__", "spec", "specs", "e2e"})
DEPENDENCY_FOLDERS = frozenset(
    {"node_modules", "site-packages", "venv", ".venv", "dist", "build", "vendor", "_vendor", "vendored", "third_party",
     "third-party", "bower_components"}
)  # fmt: skip
