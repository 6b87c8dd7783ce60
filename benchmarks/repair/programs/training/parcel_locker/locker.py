"""A parcel locker: codes, wrong tries, a lock for a while."""


class Locked(Exception):
    pass


class Locker:
    TRIES = 3
    PAUSE = 60

    def __init__(self, clock):
        self.clock = clock
        self.state = "empty"
        self.code = None
        self.wrong = 0
        self.until = 0
        self.log = []

    def store(self, code):
        if self.state != "empty":
            raise ValueError(f"the locker is {self.state}")
        self.code = code
        self.state = "full"
        self.log.append("stored")

    def open(self, code):
        if self.clock() < self.until:
            raise Locked(f"wait {self.until - self.clock()} s")
        if self.state != "full":
            raise ValueError(f"the locker is {self.state}")
        if code == self.code:
            self.state = "open"
            self.log.append("opened")
            return True
        self.wrong += 1
        self.log.append("wrong code")
        if self.wrong >= self.TRIES:
            self.until = self.clock() + self.PAUSE
            self.wrong = 0
            self.log.append("locked")
        return False

    def close(self, taken=True):
        if self.state != "open":
            raise ValueError(f"the locker is {self.state}")
        self.state = "empty" if taken else "full"
        if taken:
            self.code = None
        self.log.append("closed")
