"""Time series stored as blocks of small differences.

A block starts with a full sample; all others are stored as the difference to the one
before, the times in seconds and the values in steps of the series' resolution. Every
value read back is within half a step of the one that was added.
"""
from dataclasses import dataclass, field


def to_steps(difference, resolution):
    """The difference in whole steps, the nearest, halves away from zero."""
    sign = -1 if difference < 0 else 1
    return sign * ((abs(difference) * 2 + resolution) // (resolution * 2))


@dataclass
class Block:
    time: int
    value: int
    deltas: list = field(default_factory=list)

    def __len__(self):
        return len(self.deltas) + 1

    def samples(self, resolution):
        time, value = self.time, self.value
        yield time, value
        for seconds, steps in self.deltas:
            time += seconds
            value += steps * resolution
            yield time, value


class DeltaSeries:
    def __init__(self, resolution=1, block_size=100):
        if resolution < 1 or block_size < 1:
            raise ValueError("resolution and block size must be positive")
        self.resolution = resolution
        self.block_size = block_size
        self._blocks = []
        self._last_time = None
        self._last_value = None

    def append(self, time, value):
        if self._last_time is not None and time <= self._last_time:
            raise ValueError("times must rise")
        if not self._blocks or len(self._blocks[-1]) >= self.block_size:
            self._blocks.append(Block(time, value))
            self._last_value = value
        else:
            steps = to_steps(value - self._last_value, self.resolution)
            self._blocks[-1].deltas.append((time - self._last_time, steps))
            self._last_value = value
        self._last_time = time

    def extend(self, samples):
        for time, value in samples:
            self.append(time, value)

    def __len__(self):
        return sum(len(block) for block in self._blocks)

    def __iter__(self):
        for block in self._blocks:
            yield from block.samples(self.resolution)

    def between(self, first, last):
        """The samples from first to last, both inclusive."""
        found = []
        for number, block in enumerate(self._blocks):
            following = self._blocks[number + 1:number + 2]
            if following and following[0].time <= first:
                continue
            if block.time > last:
                break
            found += [s for s in block.samples(self.resolution) if first <= s[0] <= last]
        return found

    def at(self, time):
        """The value that was valid at a time: the last one not after it."""
        candidates = [block for block in self._blocks if block.time <= time]
        if not candidates:
            raise LookupError(f"no sample up to {time}")
        earlier = [v for t, v in candidates[-1].samples(self.resolution) if t <= time]
        return earlier[-1]

    def drop_before(self, time):
        """Drop the blocks that end before a time; returns the number of samples dropped."""
        before = len(self)
        while len(self._blocks) > 1 and self._blocks[1].time <= time:
            del self._blocks[0]
        return before - len(self)

    def dump(self):
        """One line for each block: '100:20 +5/3 +5/-2'"""
        lines = []
        for block in self._blocks:
            parts = [f"{block.time}:{block.value}"]
            parts += [f"+{seconds}/{steps}" for seconds, steps in block.deltas]
            lines.append(" ".join(parts))
        return lines


def load(lines, resolution=1, block_size=100):
    """A series from the lines of dump()."""
    series = DeltaSeries(resolution, block_size)
    for line in lines:
        start, *parts = line.split()
        time, value = map(int, start.split(":"))
        block = Block(time, value)
        for part in parts:
            seconds, steps = part.lstrip("+").split("/")
            block.deltas.append((int(seconds), int(steps)))
        series._blocks.append(block)
        series._last_time, series._last_value = list(block.samples(resolution))[-1]
    return series
