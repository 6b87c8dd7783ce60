from dataclasses import dataclass
from datetime import datetime, timedelta


@dataclass(frozen=True, order=True)
class Shift:
    start: datetime
    end: datetime
    nurse: str
    ward: str = "A"

    def __post_init__(self):
        if self.end <= self.start:
            raise ValueError("a shift ends after it starts")

    @property
    def length(self) -> timedelta:
        return self.end - self.start

    @property
    def is_night(self) -> bool:
        return self.start.hour >= 21 or self.start.hour < 5
