"""Length, climbs and times of a hike."""

from dataclasses import dataclass
from itertools import pairwise

from track.points import distance

RESTING = 0.3  # metres per second


@dataclass(frozen=True)
class Summary:
    metres: float
    up: float
    down: float
    moving: int
    resting: int

    @property
    def pace(self):
        """Minutes per kilometre while moving, None where nobody moved."""
        if not self.metres:
            return None
        return self.moving / 60 / (self.metres / 1000)


def climbs(altitudes, threshold=5):
    """Metres up and down. Changes less than the threshold count as noise until they have added up to it."""
    up = down = 0
    reference = None
    for altitude in altitudes:
        if reference is None:
            reference = altitude
        change = altitude - reference
        if abs(change) >= threshold:
            if change > 0:
                up += change
            else:
                down -= change
        reference = altitude
    return up, down


def summarise(points, threshold=5):
    metres = moving = resting = 0
    for before, after in pairwise(points):
        way = distance(before, after)
        seconds = after.seconds - before.seconds
        metres += way
        if way < RESTING * seconds:
            resting += seconds
        else:
            moving += seconds
    up, down = climbs((point.altitude for point in points), threshold)
    return Summary(metres, up, down, moving, resting)
