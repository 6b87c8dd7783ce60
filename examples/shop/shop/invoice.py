"""The invoice: what the cart comes to, after discounts, with shipping and tax."""

from shop.discounts import coupon_discount, tier_discount
from shop.shipping import shipping_cents

TAX_PERCENT = 19


def totals(cart, zone="domestic", coupon=None):
    """{'goods', 'discount', 'shipping', 'tax', 'total'} in cents. The better of tier and coupon counts; tax is part of the total."""
    goods = cart.cents
    discount = tier_discount(goods)
    if coupon is not None:
        discount = max(discount, coupon_discount(goods, coupon))
    shipping = shipping_cents(zone, cart.grams, goods - discount)
    total = goods - discount + shipping
    tax = total * TAX_PERCENT // (100 - TAX_PERCENT)
    return {"goods": goods, "discount": discount, "shipping": shipping, "tax": tax, "total": total}


def render(cart, figures):
    """The invoice as text, one line an article."""
    lines = [f"{count} x {article.name}: {show(article.cents * count)}" for article, count in cart.lines.items()]
    lines.append(f"Total: {show(figures['total'])} (tax {show(figures['tax'])})")
    return "\n".join(lines)


def show(cents):
    return f"{cents // 100}.{cents % 100:02d}"
