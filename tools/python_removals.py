"""Writes the table of what Python's standard library lost, out of the interpreters themselves.

    python tools/python_removals.py INTERPRETER...      # each version once, 3.6 and later; the newest last
    python tools/python_removals.py --parameters INTERPRETER...    # adds the parameters that went; other rows stay
    python tools/python_removals.py --advice TEXT...    # adds what enhancement proposals advise; other rows stay

Every interpreter is asked for the public names of its library. Of a name that the newest one has no more, the last
version that has it also tells what to use: by what it warns of, by another name of the same object, or by the function
that it wraps. Nothing is typed by hand; made again when a new Python is released.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
LIBRARIES = ROOT / "testfix_pipeline" / "repair" / "languages" / "python" / "libraries" / "inquiry"
TABLE = LIBRARIES / "python_removals.json"
PROBE = Path(__file__).with_name("python_removals_probe.py")
SECONDS = 300.0
_OFFERS = re.compile(r"\buse (?!is\b)|\binstead\b", re.I)


def asked(interpreter: str, order: dict[str, Any]) -> dict[str, Any]:
    """What an interpreter answers. Raises CalledProcessError, ValueError."""
    done = subprocess.run(
        [interpreter, "-I", str(PROBE)],
        input=json.dumps(order), capture_output=True, text=True, check=True, timeout=SECONDS, cwd="/",
    )  # fmt: skip
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def table(interpreters: list[str]) -> dict[str, dict[str, Any]]:
    """By dotted name the last version that has it, what may be used instead, and why; of what is gone as a whole only
    that, and the names in it that have a replacement."""
    newest = interpreters[-1]
    names = {name for one in interpreters for name in asked(one, {"do": "list"})["names"]}
    gone = set(asked(newest, {"do": "missing", "names": sorted(names)})["missing"])
    found: dict[str, dict[str, Any]] = {}
    for one in interpreters[:-1]:
        answer = asked(one, {"do": "describe", "names": sorted(gone)})
        for name, known in answer["described"].items():
            found[name] = {**known, "last": answer["version"]}
    return {name: one for name, one in sorted(found.items()) if _says_more(name, one, found)}


def lost_parameters(interpreters: list[str]) -> dict[str, dict[str, Any]]:
    """The rows of parameters that a version's own texts call deprecated, without offering anything in their place, and
    that the newest one has no more."""
    answers = [asked(one, {"do": "parameters"}) for one in interpreters]
    now = answers[-1]["parameters"]
    functions, open_ones = {name.partition("(")[0] for name in now}, {name for name in now if name.endswith("(**)")}
    found = {}
    for answer in answers[:-1]:
        for name, says in answer["parameters"].items():
            function = name.partition("(")[0]
            is_gone = name not in now and not name.endswith("(**)")
            if (
                says
                and is_gone
                and not _OFFERS.search(says)
                and function in functions
                and f"{function}(**)" not in open_ones
            ):
                found[name] = {"last": answer["version"], "use": [], "says": says}
    return found


def advised(text: str) -> dict[str, dict[str, Any]]:
    """The rows of a proposal's text: "* ``old`` -- use the ``new`` function", of functions and classes."""
    number = re.search(r"^PEP: (\d+)", text, re.M)
    said = re.findall(r"^\* ``([\w.]+)`` \S+ (use the ``([\w.]+)`` (?:function|class))$", text, re.M)
    return {old: {"use": [new], "says": f"PEP {number[1] if number else '?'}: {advice}"} for old, advice, new in said}


def with_advice(rows: dict[str, dict[str, Any]], text: str) -> dict[str, dict[str, Any]]:
    """The table with the advice of a text on what is gone with the module that it is in."""
    more = {}
    for name, one in advised(text).items():
        outer = [known for full, known in rows.items() if name.startswith(f"{full}.")]
        if name in rows or outer:
            more[name] = {**one, "last": rows[name]["last"] if name in rows else outer[0]["last"]}
    return dict(sorted({**rows, **more}.items()))


def _says_more(name: str, known: dict[str, Any], found: dict[str, dict[str, Any]]) -> bool:
    """Whether a name says more than what it is in, which is gone as well: it went earlier, or has a replacement."""
    outer = found.get(name.rpartition(".")[0])
    return outer is None or bool(known["use"]) or known["last"] != outer["last"]


if __name__ == "__main__":
    if sys.argv[1] == "--advice":
        rows = json.loads(TABLE.read_text(encoding="utf-8"))
        for file in sys.argv[2:]:
            rows = with_advice(rows, Path(file).read_text(encoding="utf-8"))
    elif sys.argv[1] == "--parameters":
        rows = json.loads(TABLE.read_text(encoding="utf-8"))
        rows = dict(sorted({**rows, **lost_parameters(sys.argv[2:])}.items()))
    else:
        rows = table(sys.argv[1:])
    text = ",\n".join(f" {json.dumps(name)}: {json.dumps(one, sort_keys=True)}" for name, one in rows.items())
    TABLE.write_text(f"{{\n{text}\n}}\n", encoding="utf-8")
    print(f"{len(rows)} names, {sum(bool(one['use']) for one in rows.values())} with a replacement")
