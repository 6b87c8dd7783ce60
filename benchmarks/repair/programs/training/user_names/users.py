"""Users of a wiki."""

import re


class Users:
    def __init__(self):
        self._by_name = {}

    def _check(self, name):
        if not re.fullmatch(r"[a-z][a-z0-9]*", name):
            raise ValueError(f"bad name: {name}")
        if name in self._by_name:
            raise ValueError(f"name is taken: {name}")

    def add(self, name, mail):
        self._check(name)
        self._by_name[name] = mail

    def rename(self, old, new):
        mail = self._by_name[old]
        del self._by_name[old]
        self._by_name[new] = mail

    def mail(self, name):
        return self._by_name.get(name)
