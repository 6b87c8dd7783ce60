"""A till that keeps count of its movements."""


class Till:
    def __init__(self, start=0):
        self.cash = start
        self.movements = 0
        self.journal = []

    def sale(self, cents):
        self.cash += cents
        self.movements += 1
        self.journal.append(("sale", cents))

    def refund(self, cents):
        if cents > self.cash:
            raise ValueError("not enough cash")
        self.cash -= cents
        self.journal.append(("refund", cents))

    def deposit(self, cents):
        self.cash += cents
        self.movements += 1
        self.journal.append(("deposit", cents))

    def report(self):
        return f"{self.movements} movements, {self.cash} cents"
