from payroll.pay import Rates, week_pay
from payroll.times import parse_clock, worked_minutes

__all__ = ["Rates", "parse_clock", "week_pay", "worked_minutes"]
