"""Taking frames out of a stream that comes in pieces."""

from __future__ import annotations

from slip.encoder import END, ESC, ESC_END, ESC_ESC

PLAIN = {ESC_END: END, ESC_ESC: ESC}


class Decoder:
    """Collects bytes and gives whole frames.

    A frame with a wrong escape or longer than max_length is broken: what belongs to it is thrown away up to its END.
    Empty frames are skipped.
    """

    def __init__(self, max_length: int = 1500):
        self.max_length = max_length
        self.broken = 0
        self._buffer = bytearray()
        self._escaped = False
        self._discarding = False

    def feed(self, data: bytes) -> list[bytes]:
        """Take the next bytes and give the frames that they complete."""
        frames = []
        for byte in data:
            if byte == END:
                frame = self._finish()
                if frame:
                    frames.append(frame)
            elif not self._discarding:
                self._take(byte)
        return frames

    @property
    def pending(self) -> int:
        """How many bytes of an unfinished frame are held."""
        return len(self._buffer)

    def _take(self, byte: int) -> None:
        if self._escaped:
            self._escaped = False
            if byte not in PLAIN:
                self._break()
                return
            byte = PLAIN[byte]
        elif byte == ESC:
            self._escaped = True
            return
        self._buffer.append(byte)
        if len(self._buffer) > self.max_length:
            self._break()

    def _break(self) -> None:
        """Give up the current frame."""
        self.broken += 1
        self._buffer.clear()
        self._discarding = True

    def _finish(self) -> bytes:
        """The frame that an END closes; empty where there is none."""
        if self._escaped:
            self._escaped = False
            self._break()
        frame = bytes(self._buffer)
        self._buffer.clear()
        return frame
