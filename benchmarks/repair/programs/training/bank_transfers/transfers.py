from bank import Account, BankError


class Bank:
    def __init__(self):
        self.accounts = {}
        self.statements = {}

    def open(self, number, owner, balance=0, overdraft=0):
        if number in self.accounts:
            raise BankError(f"{number} exists")
        self.accounts[number] = Account(number, owner, balance, overdraft)
        self.statements[number] = []
        return self.accounts[number]

    def _get(self, number):
        try:
            return self.accounts[number]
        except KeyError:
            raise BankError(f"no account {number}") from None

    def transfer(self, source, target, cents, memo=""):
        if cents <= 0:
            raise BankError("amount must be positive")
        if source == target:
            raise BankError("same account")
        payer, payee = self._get(source), self._get(target)
        if not payer.can_pay(cents):
            raise BankError("not enough money")
        payer.balance -= cents
        payee.balance += cents
        self.statements[source].append((-cents, memo))
        self.statements[target].append((cents, memo))

    def refund(self, source, target, cents):
        """Give back money that was transferred from source to target."""
        if (-cents, "") not in [(c, "") for c, _ in self.statements[source]]:
            raise BankError("no such payment")
        self.transfer(source, target, cents, "refund")

    def collect(self, collector, debtors, cents):
        """Debit the same amount from several accounts.

        Returns the numbers of the accounts that could not pay.
        """
        failed = []
        for number in debtors:
            try:
                self.transfer(number, collector, cents, "direct debit")
            except BankError:
                failed.append(number)
        return failed

    def balance(self, number):
        return self._get(number).balance
