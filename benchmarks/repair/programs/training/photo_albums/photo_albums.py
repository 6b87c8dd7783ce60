"""An image gallery: photos, albums with a cover, tags."""
from dataclasses import dataclass, field


@dataclass
class Photo:
    id: int
    filename: str
    taken: str
    tags: set = field(default_factory=set)


class Album:
    """Photo ids in the order in which they were added; one of them is the cover."""

    def __init__(self, title):
        self.title = title
        self.photos = []
        self.cover = None

    def add(self, photo_id):
        if photo_id in self.photos:
            return
        self.photos.append(photo_id)
        if self.cover is None:
            self.cover = photo_id

    def remove(self, photo_id):
        """Take a photo out; the first that remains replaces a removed cover."""
        self.photos.remove(photo_id)
        if self.cover == photo_id:
            self.cover = self.photos[0] if self.photos else None

    def set_cover(self, photo_id):
        if photo_id not in self.photos:
            raise ValueError("the cover must be in the album")
        self.cover = photo_id

    def __contains__(self, photo_id):
        return photo_id in self.photos

    def __len__(self):
        return len(self.photos)


class Gallery:
    def __init__(self):
        self.photos = {}
        self.albums = {}
        self._next_id = 1

    def upload(self, filename, taken, tags=()):
        photo = Photo(self._next_id, filename, taken, {t.strip().lower() for t in tags})
        self._next_id += 1
        self.photos[photo.id] = photo
        return photo.id

    def create_album(self, title, photo_ids=()):
        if title in self.albums:
            raise ValueError(f"album {title!r} exists")
        album = self.albums[title] = Album(title)
        for photo_id in photo_ids:
            self.add_to(title, photo_id)
        return album

    def add_to(self, title, photo_id):
        if photo_id not in self.photos:
            raise KeyError(photo_id)
        self.albums[title].add(photo_id)

    def move(self, photo_id, source, target):
        self.albums[source].remove(photo_id)
        self.albums[target].add(photo_id)

    def delete(self, photo_id):
        """Delete a photo from the gallery and from all albums."""
        del self.photos[photo_id]
        for album in self.albums.values():
            if photo_id in album:
                album.photos.remove(photo_id)

    def loose(self):
        """Ids of the photos that are in no album."""
        used = {i for album in self.albums.values() for i in album.photos}
        return [i for i in self.photos if i not in used]

    def tagged(self, tag):
        """Ids of the photos with that tag, newest first."""
        tag = tag.strip().lower()
        found = [p for p in self.photos.values() if tag in p.tags]
        return [p.id for p in sorted(found, key=lambda p: (p.taken, p.id), reverse=True)]

    def overview(self):
        """Lines 'title (count): file of the cover' in order of title."""
        lines = []
        for title in sorted(self.albums, key=str.lower):
            album = self.albums[title]
            cover = "no cover" if album.cover is None else self.photos[album.cover].filename
            lines.append(f"{title} ({len(album)}): {cover}")
        return lines
