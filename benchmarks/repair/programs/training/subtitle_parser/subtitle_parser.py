"""Read, shift and write SubRip (.srt) subtitles."""
import re
from dataclasses import dataclass, field, replace

_TIMING = re.compile(
    r"(\d{2,}):(\d{2}):(\d{2})[,.](\d{3})\s*-->\s*(\d{2,}):(\d{2}):(\d{2})[,.](\d{3})"
)


class SubtitleError(ValueError):
    pass


@dataclass(frozen=True)
class Cue:
    start: int
    end: int
    lines: list = field(default_factory=list)

    @property
    def duration(self):
        return self.end - self.start


def _millis(hours, minutes, seconds, millis):
    return ((int(hours) * 60 + int(minutes)) * 60 + int(seconds)) * 1000 + int(millis)


def format_time(millis):
    seconds, millis = divmod(millis, 1000)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours:02}:{minutes:02}:{seconds:02},{millis:03}"


def _build_cue(block):
    """Make a cue from the lines of one block; the number line is optional."""
    if block[0].isdigit() and len(block) > 1:
        block = block[1:]
    match = _TIMING.match(block[0])
    if match is None:
        raise SubtitleError(f"bad timing line: {block[0]!r}")
    groups = match.groups()
    start, end = _millis(*groups[:4]), _millis(*groups[4:])
    if end < start:
        raise SubtitleError(f"cue ends before it starts: {block[0]!r}")
    return Cue(start, end, block[1:])


def parse(text):
    """Cues of a subtitle file, sorted by start time."""
    cues = []
    block = []
    for line in text.lstrip("\ufeff").splitlines():
        line = line.strip()
        if line:
            block.append(line)
        elif block:
            cues.append(_build_cue(block))
            block = []
    return sorted(cues, key=lambda cue: cue.start)


def shift(cues, offset):
    """Move cues by an offset in milliseconds, dropping those that end by zero."""
    moved = []
    for cue in cues:
        end = cue.end + offset
        if end > 0:
            moved.append(replace(cue, start=max(0, cue.start + offset), end=end))
    return moved


def dump(cues):
    parts = []
    for number, cue in enumerate(cues, 1):
        timing = f"{format_time(cue.start)} --> {format_time(cue.end)}"
        parts.append("\n".join([str(number), timing, *cue.lines]) + "\n")
    return "\n".join(parts)
