"""A service with audited methods."""

from audit import AuditLog, audited


class AccountError(Exception):
    """Something that can't be done with an account."""


class Accounts:
    def __init__(self, user, audit=None):
        self.user = user
        self.audit = audit if audit is not None else AuditLog()
        self._balances = {}
        self._passwords = {}

    @audited("open account")
    def open(self, name, password, balance=0):
        if name in self._balances:
            raise AccountError(f"{name} exists")
        self._balances[name] = balance
        self._passwords[name] = password
        return name

    @audited()
    def transfer(self, source, target, amount):
        """Move money; returns what is left on the source."""
        if amount <= 0 or self._balances[source] < amount:
            raise AccountError("not enough money")
        self._balances[source] -= amount
        self._balances[target] += amount
        return self._balances[source]

    @audited(only_failures=True)
    def balance(self, name):
        return self._balances[name]

    @audited("log in", only_failures=True)
    def check(self, name, password):
        if name not in self._passwords:
            raise AccountError(f"no account {name}")
        return self._passwords[name] == password
