"""Tide tables: heights in centimetres, times in minutes since midnight."""
from bisect import bisect_right


class TideTable:
    """High and low waters; in between the water moves evenly."""

    def __init__(self, points):
        self._points = sorted(points)
        if len(self._points) < 2:
            raise ValueError("a tide table needs two points")
        self._times = [time for time, _ in self._points]

    @property
    def span(self):
        return self._times[0], self._times[-1]

    def covers(self, start, end):
        first, last = self.span
        return first <= start and end <= last

    def height(self, time):
        first, last = self.span
        if not first <= time <= last:
            raise LookupError(f"no tide for {time}")
        if time == last:
            return self._points[-1][1]
        pos = bisect_right(self._times, time)
        (t0, h0), (t1, h1) = self._points[pos - 1:pos + 1]
        return h0 + (h1 - h0) * (time - t0) / (t1 - t0)

    def lowest(self, start, end):
        """The lowest water between two times."""
        inside = [height for time, height in self._points if start < time < end]
        return min([self.height(start), *inside])
