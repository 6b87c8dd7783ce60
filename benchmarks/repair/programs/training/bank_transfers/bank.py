"""Accounts, transfers and standing orders of a toy bank."""


class BankError(Exception):
    pass


class Account:
    def __init__(self, number, owner, balance=0, overdraft=0):
        self.number = number
        self.owner = owner
        self.balance = balance
        self.overdraft = overdraft

    def can_pay(self, cents):
        return self.balance + self.overdraft >= cents
