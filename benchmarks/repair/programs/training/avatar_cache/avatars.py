"""Keeps the avatars that were asked for last, up to a number of bytes."""


class AvatarCache:
    def __init__(self, most_bytes):
        self.most_bytes = most_bytes
        self.images = {}
        self.order = []
        self.hits = 0
        self.misses = 0

    def _touch(self, user):
        if user in self.order:
            self.order.remove(user)
        self.order.append(user)

    @property
    def size(self):
        return sum(len(image) for image in self.images.values())

    def put(self, user, image):
        if len(image) > self.most_bytes:
            raise ValueError("too large for the cache")
        self.images[user] = image
        self._touch(user)
        while self.size > self.most_bytes:
            oldest = self.order.pop(0)
            del self.images[oldest]

    def get(self, user):
        if user not in self.images:
            self.misses += 1
            return None
        self.hits += 1
        return self.images[user]

    def forget(self, user):
        if self.images.pop(user, None) is not None:
            self.order.remove(user)

    def rate(self):
        asked = self.hits + self.misses
        return self.hits / asked if asked else 0.0
