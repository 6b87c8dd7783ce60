"""Double-entry bookkeeping with integer cents."""

DEBIT_NORMAL = ("asset", "expense")
CREDIT_NORMAL = ("liability", "equity", "income")


class UnbalancedError(ValueError):
    pass


class Account:
    def __init__(self, name, kind):
        if kind not in DEBIT_NORMAL + CREDIT_NORMAL:
            raise ValueError(f"unknown account kind: {kind}")
        self.name = name
        self.kind = kind
        self.debits = 0
        self.credits = 0

    def balance(self):
        """Balance seen from the normal side of the account."""
        if self.kind in DEBIT_NORMAL:
            return self.debits - self.credits
        return self.credits - self.debits


class Books:
    def __init__(self):
        self.accounts = {}
        self.journal = []

    def open(self, name, kind):
        if name in self.accounts:
            raise ValueError(f"account exists: {name}")
        self.accounts[name] = Account(name, kind)

    def post(self, memo, debits, credits):
        """Post an entry; both arguments map account names to cents."""
        if sum(debits.values()) != sum(credits.values()):
            raise UnbalancedError(memo)
        for name in list(debits) + list(credits):
            if name not in self.accounts:
                raise KeyError(name)
        for name, cents in debits.items():
            self.accounts[name].debits += cents
        for name, cents in credits.items():
            self.accounts[name].credits += cents
        self.journal.append(memo)

    def balance(self, name):
        return self.accounts[name].balance()

    def total(self, *kinds):
        return sum(a.balance() for a in self.accounts.values() if a.kind in kinds)

    def profit(self):
        return self.total("income") + self.total("expense")

    def in_balance(self):
        """Assets equal liabilities plus equity plus profit so far."""
        return self.total("asset") == self.total("liability", "equity") + self.profit()
