"""Shows long lists page by page."""


class Pages:
    def __init__(self, items, size=10):
        if size < 1:
            raise ValueError("a page has at least one line")
        self.items = list(items)
        self.size = size

    @property
    def count(self):
        """How many pages there are; an empty list has one."""
        return max(1, len(self.items) // self.size + 1)

    def page(self, number):
        """The items of a page, counted from one."""
        if not 1 <= number <= self.count:
            raise IndexError(f"there is no page {number}")
        start = (number - 1) * self.size
        return self.items[start : start + self.size]

    def neighbours(self, number):
        """(page before, page after), None at the ends."""
        before = number - 1 if number > 1 else None
        after = number + 1 if number < self.count else None
        return before, after

    def title(self, number):
        """Items 11-20 of 35"""
        if not self.items:
            return "No items"
        first = (number - 1) * self.size + 1
        last = min(number * self.size, len(self.items))
        return f"Items {first}-{last} of {len(self.items)}"

    def bar(self, number, around=1):
        """The numbers to click on: first, last, and those around; dots for gaps."""
        wanted = {1, self.count}
        wanted |= {n for n in range(number - around, number + around + 1) if 1 <= n <= self.count}
        parts, before = [], 0
        for n in sorted(wanted):
            if n - before > 1:
                parts.append("...")
            parts.append(f"[{n}]" if n == number else str(n))
            before = n
        return " ".join(parts)

    def find(self, item):
        """The page that an item is on; None where it is on none."""
        if item not in self.items:
            return None
        return self.items.index(item) // self.size + 1
