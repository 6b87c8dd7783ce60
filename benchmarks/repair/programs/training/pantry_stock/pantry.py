"""What is in the pantry, what recipes need, what to buy."""

from collections import Counter


def parse(lines):
    """Amounts by thing from lines like `flour 500`; the same thing may come again."""
    stock = Counter()
    for line in lines:
        name, _, amount = line.strip().lower().rpartition(" ")
        stock[name] += int(amount)
    return stock


def need(recipes):
    total = Counter()
    for recipe in recipes:
        total |= Counter(recipe)
    return total


def to_buy(stock, recipes):
    """What is missing for all recipes together, most first."""
    missing = need(recipes) - stock
    return sorted(missing.items(), key=lambda item: (-item[1], item[0]))


def cook(stock, recipe):
    """What is left. Raises ValueError where something is missing; then the stock is as it was."""
    lacking = sorted(name for name, amount in recipe.items() if stock[name] < amount)
    if lacking:
        raise ValueError("missing: " + ", ".join(lacking))
    left = Counter(stock)
    left.subtract(recipe)
    return +left


def portions(stock, recipe):
    """How often the recipe can be cooked."""
    return min(stock[name] // amount for name, amount in recipe.items())
