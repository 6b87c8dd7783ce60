"""An argument that a call of Python's own functions lacks."""

LACKING = [
    "monthrange() missing 1 required positional argument: 'month'",
    "function missing required argument 'month' (pos 2)",
    "monthrange expected 2 arguments, got 1",
]
