"""A door with a keypad: closed, open, or blocked after too many wrong codes."""

MOST_WRONG = 3


class Keypad:
    def __init__(self, code, blocked_for=60):
        if not code.isdigit():
            raise ValueError("a code has digits only")
        self.code = code
        self.blocked_for = blocked_for
        self.digits = ""
        self.wrong = 0
        self.state = "closed"
        self.blocked_since = None

    def press(self, key, now=0):
        """One key: a digit, `C` to begin anew, `#` to enter. Returns the state."""
        if self.state == "blocked":
            if now - self.blocked_since < self.blocked_for:
                return self.state
            self.state = "closed"
            self.wrong = 0
        if key == "C":
            self.digits = ""
        elif key == "#":
            self._enter(now)
        elif key.isdigit():
            self.digits += key
        return self.state

    def _enter(self, now):
        right = self.digits == self.code
        if right:
            self.state = "open"
            self.wrong = 0
            return
        self.wrong += 1
        if self.wrong >= MOST_WRONG:
            self.state = "blocked"
            self.blocked_since = now

    def close(self):
        """Pull the door shut; what was typed is forgotten."""
        if self.state == "open":
            self.state = "closed"
            self.digits = ""

    def type(self, keys, now=0):
        for key in keys:
            self.press(key, now)
        return self.state
