from changelog.commits import Commit, parse_commit
from changelog.write import changelog, next_version

__all__ = ["Commit", "changelog", "next_version", "parse_commit"]
