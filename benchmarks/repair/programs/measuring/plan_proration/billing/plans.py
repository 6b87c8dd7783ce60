from dataclasses import dataclass


@dataclass(frozen=True)
class Plan:
    name: str
    monthly_cents: int
    seats_included: int = 1
    extra_seat_cents: int = 0

    def price(self, seats=1):
        extra = max(0, seats - self.seats_included)
        return self.monthly_cents + extra * self.extra_seat_cents


PLANS = {plan.name: plan for plan in (Plan("free", 0), Plan("team", 3000, 5, 500), Plan("pro", 9000, 10, 800))}
