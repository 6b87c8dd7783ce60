"""What lies where in a warehouse."""

from dataclasses import dataclass


class OutOfStock(Exception):
    """There is less of an article than is wanted; `short` says by how much."""

    def __init__(self, article, short):
        super().__init__(f"{article}: {short} short")
        self.article = article
        self.short = short


@dataclass
class Shelf:
    """A place with some pieces of an article."""

    aisle: str
    position: int
    article: str
    pieces: int


class Warehouse:
    """Aisles, in the order in which they are walked, and the shelves in them."""

    def __init__(self, aisles):
        self.aisles = list(aisles)
        self.shelves = []

    def store(self, aisle, position, article, pieces):
        """Put pieces on a shelf. Raises ValueError for an unknown aisle or a shelf with something else."""
        if aisle not in self.aisles:
            raise ValueError(f"no aisle {aisle!r}")
        for shelf in self.shelves:
            if (shelf.aisle, shelf.position) == (aisle, position):
                if shelf.article != article:
                    raise ValueError(f"{aisle}{position} holds {shelf.article}")
                shelf.pieces += pieces
                return
        self.shelves.append(Shelf(aisle, position, article, pieces))

    def shelves_of(self, article):
        """The shelves with an article, the fullest first; of equal ones the one that is reached first."""
        found = [shelf for shelf in self.shelves if shelf.article == article and shelf.pieces > 0]
        return sorted(found, key=lambda shelf: (-shelf.pieces, self.aisles.index(shelf.aisle), shelf.position))

    def stock(self, article):
        return sum(shelf.pieces for shelf in self.shelves_of(article))
