"""Shapes of a drawing program and their export as dictionaries."""


class Shape:
    kind = "shape"

    def __init__(self, name, color="black"):
        self.name = name
        self.color = color
        self.tags = []

    def tag(self, *names):
        self.tags.extend(names)
        return self

    def area(self):
        return 0

    def to_dict(self):
        data = {"kind": self.kind, "name": self.name, "color": self.color}
        if self.tags:
            data["tags"] = sorted(self.tags)
        return data

    def scale(self, factor):
        if factor <= 0:
            raise ValueError("factor must be positive")


class Rectangle(Shape):
    kind = "rectangle"

    def __init__(self, name, width, height, color="black"):
        super().__init__(name, color)
        self.width = width
        self.height = height

    def area(self):
        return self.width * self.height

    def to_dict(self):
        data = super().to_dict()
        data.update(width=self.width, height=self.height)
        return data

    def scale(self, factor):
        self.width *= factor
        self.height *= factor


class Group(Shape):
    kind = "group"

    def __init__(self, name, *members):
        super().__init__(name)
        self.members = list(members)

    def area(self):
        return sum(m.area() for m in self.members)

    def to_dict(self):
        data = super().to_dict()
        del data["color"]
        data["members"] = [m.to_dict() for m in self.members]
        return data

    def scale(self, factor):
        super().scale(factor)
        for member in self.members:
            member.scale(factor)


class Square(Rectangle):
    kind = "square"

    def __init__(self, name, side, color="black"):
        super().__init__(name, side, side, color)

    def to_dict(self):
        data = super().to_dict()
        data["side"] = data.pop("width")
        del data["height"]
        return data
