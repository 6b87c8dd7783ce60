"""Income tax by brackets, with allowance, credits and joint filing (whole cents)."""
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Bracket:
    """`percent` applies to the income above `start`, up to the next bracket."""

    start: int
    percent: int


@dataclass(frozen=True)
class Credit:
    name: str
    amount: int
    refundable: bool = False


class Schedule:
    def __init__(self, brackets, allowance=0, phase_out=None):
        if not brackets:
            raise ValueError("no brackets")
        self.brackets = sorted(brackets, key=lambda b: b.start)
        self.allowance = allowance
        self.phase_out = phase_out

    def allowance_for(self, income):
        """The allowance shrinks by one for every two earned above the phase-out."""
        if self.phase_out is None or income <= self.phase_out:
            return self.allowance
        return max(0, self.allowance - (income - self.phase_out) // 2)

    def tax_on(self, taxable):
        total = 0
        ends = [b.start for b in self.brackets[1:]] + [None]
        for bracket, end in zip(self.brackets, ends):
            if taxable <= bracket.start:
                break
            top = taxable if end is None else min(taxable, end)
            total += (top - bracket.start) * bracket.percent
        return total // 100

    def marginal_percent(self, taxable):
        """Percentage due on the next cent earned."""
        percent = 0
        for bracket in self.brackets:
            if taxable >= bracket.start:
                percent = bracket.percent
        return percent


@dataclass
class TaxReturn:
    incomes: dict
    deductions: int = 0
    credits: list = field(default_factory=list)
    withheld: int = 0
    joint: bool = False

    @property
    def gross(self):
        return sum(self.incomes.values())

    def credit_total(self, refundable):
        return sum(c.amount for c in self.credits if c.refundable == refundable)

    def taxable(self, schedule):
        people = 2 if self.joint else 1
        allowance = people * schedule.allowance_for(self.gross // people)
        return max(0, self.gross - self.deductions - allowance)

    def tax_before_credits(self, schedule):
        taxable = self.taxable(schedule)
        if self.joint:
            return 2 * schedule.tax_on(taxable // 2)
        return schedule.tax_on(taxable)

    def liability(self, schedule):
        """Tax after credits; negative when the office owes money."""
        tax = self.tax_before_credits(schedule)
        return max(0, tax - self.credit_total(False) - self.credit_total(True))

    def balance(self, schedule):
        """What is left to pay (negative: paid back)."""
        return self.liability(schedule) - self.withheld

    def summary(self, schedule):
        due = self.balance(schedule)
        verb = "refund" if due < 0 else "pay"
        return f"taxable {self.taxable(schedule)}, {verb} {abs(due)}"
