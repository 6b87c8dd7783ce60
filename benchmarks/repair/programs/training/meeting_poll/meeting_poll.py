"""Finds meeting times that suit everybody who has to come."""
from dataclasses import dataclass


def parse_time(text):
    hours, minutes = text.split(":")
    total = int(hours) * 60 + int(minutes)
    if not (0 <= total <= 24 * 60 and 0 <= int(minutes) < 60):
        raise ValueError(f"not a time: {text}")
    return total


def format_time(minutes):
    return f"{minutes // 60:02d}:{minutes % 60:02d}"


def parse_span(text):
    """`9:00-10:30` -> (540, 630)"""
    start, end = (parse_time(part.strip()) for part in text.split("-"))
    if end <= start:
        raise ValueError(f"not a span: {text}")
    return start, end


def format_span(span):
    return "-".join(format_time(minutes) for minutes in span)


def free_times(busy, day):
    """The spans of the day in which nothing is in the calendar."""
    start, end = day
    free = []
    cursor = start
    for busy_start, busy_end in sorted(busy):
        if busy_end <= start or busy_start >= end:
            continue
        if busy_start > cursor:
            free.append((cursor, busy_start))
        cursor = max(cursor, busy_end)
    return free


def intersect(first, second):
    """The times in both of two sorted lists of spans."""
    common = []
    i = j = 0
    while i < len(first) and j < len(second):
        start = max(first[i][0], second[j][0])
        end = min(first[i][1], second[j][1])
        if start < end:
            common.append((start, end))
        if first[i][1] < second[j][1]:
            i += 1
        else:
            j += 1
    return common


@dataclass
class Participant:
    name: str
    busy: list
    required: bool = True

    def is_free(self, start, end):
        return all(end <= busy_start or start >= busy_end for busy_start, busy_end in self.busy)


class Poll:
    def __init__(self, day="9:00-17:00", step=30):
        self.day = parse_span(day)
        self.step = step
        self.participants = {}

    def add(self, name, *busy, required=True):
        if name in self.participants:
            raise ValueError(f"{name} has answered already")
        spans = [parse_span(text) for text in busy]
        self.participants[name] = Participant(name, spans, required)

    def common(self, duration=1):
        """Spans of at least `duration` minutes that suit all required participants."""
        spans = [self.day]
        for person in self.participants.values():
            if person.required:
                spans = intersect(spans, free_times(person.busy, self.day))
        return [format_span((start, end)) for start, end in spans if end - start >= duration]

    def attendees(self, start, duration):
        start = parse_time(start)
        return sorted(person.name for person in self.participants.values()
                      if person.is_free(start, start + duration))

    def starts(self, duration):
        """The possible beginnings, in steps from the beginning of the day."""
        first = self.day[0]
        found = []
        for span in self.common(duration):
            start, end = parse_span(span)
            begin = first + -(-(start - first) // self.step) * self.step
            found.extend(format_time(time)
                         for time in range(begin, end - duration + 1, self.step))
        return found

    def best(self, duration):
        """The beginning at which most people can come, the earliest of these; or None."""
        return max(self.starts(duration), default=None,
                   key=lambda start: len(self.attendees(start, duration)))
