"""Net pay from gross pay: allowance, progressive income tax, capped social contribution."""

from decimal import ROUND_HALF_UP, Decimal

CENT = Decimal("0.01")

# (lower end of the bracket, rate); the last one is open
BRACKETS = [
    (Decimal(0), Decimal("0.10")),
    (Decimal(12000), Decimal("0.22")),
    (Decimal(45000), Decimal("0.35")),
]
ALLOWANCE = Decimal(9000)
CHILD_ALLOWANCE = Decimal(1500)
SOCIAL_RATE = Decimal("0.08")
SOCIAL_CEILING = Decimal(60000)


def money(amount):
    return Decimal(amount).quantize(CENT, ROUND_HALF_UP)


def taxable(gross, children=0):
    income = Decimal(gross) - ALLOWANCE - CHILD_ALLOWANCE * children
    return max(income, Decimal(0))


def income_tax(income, brackets=BRACKETS):
    """Tax on a yearly taxable income; every slice is taxed at the rate of its own bracket."""
    tax = Decimal(0)
    uppers = [lower for lower, _ in brackets[1:]] + [None]
    for (lower, rate), upper in zip(brackets, uppers):
        if income <= lower:
            break
        top = income if upper is None else max(income, upper)
        tax += (top - lower) * rate
    return money(tax)


def social(gross):
    return money(min(Decimal(gross), SOCIAL_CEILING) * SOCIAL_RATE)


def net(gross, children=0):
    gross = Decimal(gross)
    return money(gross - income_tax(taxable(gross, children)) - social(gross))


def payslip(name, gross, children=0):
    rows = [
        ("gross", money(gross)),
        ("tax", -income_tax(taxable(gross, children))),
        ("social", -social(gross)),
        ("net", net(gross, children)),
    ]
    width = max(len(str(amount)) for _, amount in rows)
    return [name] + [f"{label:<8}{amount:>{width}}" for label, amount in rows]
