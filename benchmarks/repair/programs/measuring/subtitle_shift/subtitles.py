"""SubRip subtitles: read, shift, stretch, write."""

import re
from dataclasses import dataclass, replace

TIMING = re.compile(r"(\d+):(\d\d):(\d\d)[,.](\d{1,3})")


class SubtitleError(ValueError):
    pass


@dataclass(frozen=True)
class Cue:
    """What is shown from `start` to `end`, in milliseconds."""

    start: int
    end: int
    text: str


def parse_time(text):
    match = TIMING.fullmatch(text.strip())
    if match is None:
        raise SubtitleError(f"not a time: {text!r}")
    hours, minutes, seconds = (int(part) for part in match.groups()[:3])
    return ((hours * 60 + minutes) * 60 + seconds) * 1000 + int(match[4].ljust(3, "0"))


def format_time(milliseconds):
    seconds, millis = divmod(milliseconds, 1000)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return "%02d:%02d:%02d,%02d" % (hours, minutes, seconds, millis)


def parse(text):
    cues = []
    for block in re.split(r"\n\s*\n", text.replace("\r\n", "\n").strip()):
        if not block.strip():
            continue
        lines = block.strip().split("\n")
        if "-->" not in lines[0]:
            lines = lines[1:]
        if not lines or "-->" not in lines[0]:
            raise SubtitleError(f"no timing in {block!r}")
        start, end = (parse_time(part) for part in lines[0].split("-->"))
        if end < start:
            raise SubtitleError(f"ends before it starts: {lines[0]}")
        cues.append(Cue(start, end, "\n".join(lines[1:])))
    return sorted(cues, key=lambda cue: cue.start)


def shift(cues, milliseconds):
    """All cues later, or earlier with a negative number; what would end before 0 is dropped."""
    moved = (replace(cue, start=max(0, cue.start + milliseconds), end=cue.end + milliseconds) for cue in cues)
    return [cue for cue in moved if cue.end > 0]


def stretch(cues, factor):
    return [replace(cue, start=round(cue.start * factor), end=round(cue.end * factor)) for cue in cues]


def without_overlaps(cues, gap=1):
    """Cues cut short so that each ends `gap` before the next one begins."""
    fixed = list(cues)
    for n in range(len(fixed) - 1):
        latest = fixed[n + 1].start - gap
        if fixed[n].end > latest:
            fixed[n] = replace(fixed[n], end=max(fixed[n].start, latest))
    return fixed


def dump(cues):
    blocks = []
    for number, cue in enumerate(cues, start=1):
        blocks.append(f"{number}\n{format_time(cue.start)} --> {format_time(cue.end)}\n{cue.text}\n")
    return "\n".join(blocks)
