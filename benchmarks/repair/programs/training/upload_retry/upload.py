"""Uploads files over a line that breaks now and then."""

import hashlib


class UploadFailed(Exception):
    pass


class Refused(UploadFailed):
    """The server does not want the file; trying again is no use."""


class Uploader:
    def __init__(self, send, sleep, attempts=3, pause=1, longest=30):
        """send(name, data, checksum) may raise ConnectionError; sleep(seconds) waits."""
        if attempts < 1:
            raise ValueError("at least one attempt")
        self.send = send
        self.sleep = sleep
        self.attempts = attempts
        self.pause = pause
        self.longest = longest
        self.sent = []

    def upload(self, name, data):
        """The server's answer. Raises UploadFailed after the last attempt."""
        if not data:
            raise Refused(f"{name} is empty")
        checksum = hashlib.sha256(data).hexdigest()
        pause = self.pause
        for attempt in range(1, self.attempts + 1):
            try:
                answer = self.send(name, data, checksum)
                self.sent.append(name)
                return answer
            except ConnectionError as failure:
                error = failure
            if attempt < self.attempts:
                self.sleep(pause)
            pause = min(pause * 2, self.longest)

    def upload_all(self, files):
        """(names that arrived, names that did not); refused ones count as not arrived."""
        arrived, lost = [], []
        for name, data in sorted(files.items()):
            try:
                self.upload(name, data)
                arrived.append(name)
            except UploadFailed:
                lost.append(name)
        return arrived, lost
