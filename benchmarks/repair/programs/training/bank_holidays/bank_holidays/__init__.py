from bank_holidays.calendar import BankCalendar
from bank_holidays.rules import Fixed, Holiday, NthWeekday

__all__ = ["BankCalendar", "Fixed", "Holiday", "NthWeekday"]
