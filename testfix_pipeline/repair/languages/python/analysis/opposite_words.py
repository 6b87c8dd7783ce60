"""Pairs of opposite words in names."""

from __future__ import annotations

OPPOSITES = [
    *(("left", "right"), ("start", "end"), ("start", "stop"), ("begin", "end"), ("first", "last"), ("min", "max")),
    *(("key", "value"), ("head", "tail"), ("row", "col"), ("rows", "cols"), ("width", "height"), ("x", "y")),
    *(("src", "dst"), ("source", "target"), ("add", "remove"), ("get", "set"), ("load", "dump"), ("loads", "dumps")),
    *(("encode", "decode"), ("open", "close"), ("push", "pop"), ("lower", "upper"), ("before", "after")),
    *(
        ("prev", "next"),
        ("previous", "next"),
        ("parent", "child"),
        ("old", "new"),
        ("read", "write"),
        ("top", "bottom"),
    ),
    *(("serialize", "deserialize"), ("enter", "exit"), ("in", "out"), ("input", "output"), ("request", "response")),
    *(("args", "kwargs"), ("prefix", "suffix"), ("low", "high"), ("lo", "hi"), ("up", "down"), ("true", "false")),
    *(("on", "off"), ("enable", "disable"), ("include", "exclude"), ("a", "b"), ("i", "j"), ("front", "back")),
    *(("inner", "outer"), ("parse", "format"), ("pre", "post"), ("credit", "debit"), ("deposit", "withdraw")),
    *(("stdout", "stderr"), ("reader", "writer"), ("server", "client"), ("sender", "receiver")),
]
