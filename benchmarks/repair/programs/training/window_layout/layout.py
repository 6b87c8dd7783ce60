"""Places windows on a screen."""

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Window:
    x: int
    y: int
    width: int
    height: int

    @property
    def area(self):
        return self.width * self.height

    def contains(self, x, y):
        """Whether a point lies in it; the right and lower edges do not belong to it."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height

    def moved(self, dx, dy):
        return replace(self, x=self.x + dx, y=self.y + dy)


def overlap(a, b):
    """Whether two windows cover a common point."""
    beside = a.x + a.width < b.x or b.x + b.width < a.x
    above = a.y + a.height < b.y or b.y + b.height < a.y
    return not (beside or above)


def clamp(window, screen):
    """Moves a window so that it is on the screen; it is never made smaller."""
    x = max(screen.x, min(window.x, screen.x + screen.width - window.width))
    y = max(screen.y, min(window.y, screen.y + screen.height - window.height))
    return replace(window, x=x, y=y)


def tile(screen, count):
    """Columns of one width; the last takes what is left."""
    width = screen.width // count
    columns = [Window(screen.x + n * width, screen.y, width, screen.height) for n in range(count)]
    left = screen.width - width * count
    columns[-1] = replace(columns[-1], width=width + left)
    return columns


def top_at(windows, x, y):
    """The topmost window at a point (the last is on top); None where there is none."""
    for window in reversed(windows):
        if window.contains(x, y):
            return window
    return None


def free_place(window, others, screen, step=10):
    """The first free place, from left to right and top to bottom; None where there is none."""
    for y in range(screen.y, screen.y + screen.height - window.height + 1, step):
        for x in range(screen.x, screen.x + screen.width - window.width + 1, step):
            moved = replace(window, x=x, y=y)
            if not any(overlap(moved, other) for other in others):
                return moved
    return None
