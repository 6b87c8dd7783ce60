"""What a basket of goods costs in the end, in cents."""

FREE_SHIPPING_FROM = 50_00
SHIPPING = 4_90
HEAVY_FROM = 10_000
HEAVY_EXTRA = 6_00


def discounted(subtotal, coupon):
    """The sum after a coupon: ('percent', 10) or ('fixed', 500); never less than nothing."""
    if coupon is None:
        return subtotal
    kind, amount = coupon
    if kind == "percent":
        return subtotal - subtotal * amount // 100
    return max(0, subtotal - amount)


def total(items, coupon=None):
    """The price of (price, grams, count) items. Shipping is free where the goods, after the coupon, cost enough."""
    subtotal = sum(price * count for price, _, count in items)
    weight = sum(grams * count for _, grams, count in items)
    goods = discounted(subtotal, coupon)
    shipping = 0 if subtotal >= FREE_SHIPPING_FROM else SHIPPING
    if weight >= HEAVY_FROM:
        shipping += HEAVY_EXTRA
    return goods + shipping
