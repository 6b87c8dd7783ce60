"""Runs numbered migration scripts against a database."""

import re
import sqlite3

FILE = re.compile(r"(\d+)_(\w+)\.sql")


class MigrationError(Exception):
    pass


def number(name):
    match = FILE.fullmatch(name)
    if match is None:
        raise MigrationError(f"not a migration: {name}")
    return int(match[1])


class Migrator:
    """scripts: SQL by file name such as `12_add_index.sql`. Each is run once, in the order of the numbers."""

    def __init__(self, connection, scripts):
        self.connection = connection
        numbers = [number(name) for name in scripts]
        if len(set(numbers)) != len(numbers):
            raise MigrationError("two migrations have the same number")
        self.scripts = {name: scripts[name] for name in sorted(scripts)}
        connection.execute("CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY, name TEXT)")

    def applied(self):
        return {row[0] for row in self.connection.execute("SELECT number FROM migrations")}

    def pending(self):
        done = self.applied()
        return [name for name in self.scripts if number(name) not in done]

    def check(self):
        """Numbers that were applied but whose scripts are gone."""
        return sorted(self.applied() - {number(name) for name in self.scripts})

    def run(self, up_to=None):
        """Apply what is pending, up to a number; the names. A script that fails leaves nothing behind."""
        ran = []
        for name in self.pending():
            if up_to is not None and number(name) > up_to:
                break
            self._apply(name)
            ran.append(name)
        return ran

    def _apply(self, name):
        try:
            self.connection.execute("BEGIN")
            for statement in self.scripts[name].split(";"):
                if statement.strip():
                    self.connection.execute(statement)
            self.connection.execute("INSERT INTO migrations VALUES (?, ?)", (number(name), name))
            self.connection.execute("COMMIT")
        except sqlite3.Error as error:
            self.connection.execute("ROLLBACK")
            raise MigrationError(f"{name}: {error}") from error


def connect(path=":memory:"):
    return sqlite3.connect(path, isolation_level=None)
