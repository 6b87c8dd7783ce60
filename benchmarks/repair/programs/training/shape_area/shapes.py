"""Areas and outlines of shapes given as dictionaries."""

import math


def area(shape):
    kind = shape["kind"]
    if kind == "square":
        return shape["side"] ** 2
    elif kind == "circle":
        return math.pi * shape["radius"] ** 2
    elif kind == "triangle":
        return shape["base"] * shape["height"] / 2
    else:
        raise ValueError(f"unknown shape: {kind}")


def label(shape):
    kind = shape["kind"]
    if kind == "square":
        return f"square of {shape['side']}"
    elif kind == "circle":
        return f"circle of {shape['radius']}"
    else:
        return "?"


def largest(shapes):
    return max(shapes, key=area, default=None)
