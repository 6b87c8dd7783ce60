"""Accounts of a club's cash box, with limits."""


class Refused(Exception):
    pass


class Account:
    def __init__(self, owner, limit=None):
        self.owner = owner
        self.limit = limit
        self.cents = 0
        self.moves = []

    def put(self, cents):
        if cents <= 0:
            raise ValueError("nothing to put in")
        if self.limit is not None and self.cents + cents > self.limit:
            raise Refused(f"{self.owner} may hold {self.limit}")
        self.cents += cents
        self.moves.append(cents)

    def take(self, cents):
        if cents > self.cents:
            raise Refused(f"{self.owner} has {self.cents}")
        self.cents -= cents
        self.moves.append(-cents)


class Vault:
    def __init__(self):
        self.accounts = {}

    def open(self, owner, limit=None):
        if owner in self.accounts:
            raise ValueError(f"{owner} has an account")
        self.accounts[owner] = Account(owner, limit)
        return self.accounts[owner]

    def transfer(self, giver, taker, cents):
        source, target = self.accounts[giver], self.accounts[taker]
        if cents > source.cents:
            raise Refused(f"{giver} has {source.cents}")
        source.take(cents)
        target.put(cents)

    def total(self):
        return sum(account.cents for account in self.accounts.values())

    def statement(self, owner):
        account = self.accounts[owner]
        lines, balance = [], 0
        for cents in account.moves:
            balance += cents
            lines.append(f"{cents:+d} -> {balance}")
        return lines
