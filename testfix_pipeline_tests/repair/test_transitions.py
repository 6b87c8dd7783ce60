"""State that a function checks and forgets to move on."""

ORDER = """
class Status(Enum):
    OPEN = 1
    PAID = 2
    SHIPPED = 3
class Order:
    def ship(self):
        if self.status is not Status.PAID:
            raise ValueError(self.status)
        self.status = Status.SHIPPED
"""
FIRE = """
TREE, FIRE, ASH = "t", "f", "a"
class Forest:
    def ignite(self, row, column):
        if self.cells[row][column] != TREE:
            return False
        self.cells[row][column] = FIRE
        return True
"""
DOOR = """
class Door:
    def close(self):
        if self.state == "locked":
            raise ValueError
        self.state = "closed"
    def is_closed(self):
        return self.state == "closed"
"""
