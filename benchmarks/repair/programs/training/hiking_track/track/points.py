"""Points of a recorded hike."""

import math
from dataclasses import dataclass

EARTH_RADIUS = 6_371_000


@dataclass(frozen=True)
class Point:
    """Degrees, metres above the sea and seconds since the start."""

    latitude: float
    longitude: float
    altitude: float
    seconds: int = 0


def parse(text):
    """Points from lines `latitude,longitude,altitude,seconds`; blank lines and comments are passed over."""
    points = []
    for line in text.splitlines():
        line = line.partition("#")[0].strip()
        if line:
            *numbers, seconds = line.split(",")
            points.append(Point(*map(float, numbers), int(seconds)))
    return points


def distance(one, other):
    """Metres between two points along the surface."""
    a, b = math.radians(one.latitude), math.radians(other.latitude)
    half_height = (b - a) / 2
    half_width = math.radians(other.longitude - one.longitude) / 2
    chord = math.sin(half_height) ** 2 + math.cos(a) * math.cos(b) * math.sin(half_width) ** 2
    return 2 * EARTH_RADIUS * math.asin(math.sqrt(chord))
