"""A web shop's back office: catalogue, cart, discounts, shipping and invoices. Money is whole cents."""
