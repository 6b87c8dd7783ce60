"""Builds the test binaries of a Go module, with our observer in the package testing; runs no code of the project's.

Runs in the sandbox, with an order as JSON on standard input; tells of the packages that can't be built.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from testfix_pipeline.frameworks.builtin.go.binaries import binary_of, package_name
from testfix_pipeline.frameworks.builtin.native.channel_writer import ChannelWriter, error

OBSERVER = Path(__file__).with_name("observer.go")
_START = "\ttestfixStart(m)\n\tdefer testfixEnd()\n"
# Where the observer is called: file, pattern, what takes its place. Each is found once in Go 1.20 to 1.26.
_CALLS = (
    ("testing.go", r"func tRunner\(t \*T, fn func\(t \*T\)\) \{\n", r"\g<0>\tfn = testfixWrap(t, fn)\n"),
    ("testing.go", r"\tdstr := fmtDuration\(t\.duration\)\n", r"\g<0>\ttestfixReport(&t.common)\n"),
    ("testing.go", r"func \(c \*common\) Fail\(\) \{\n", r"\g<0>\ttestfixFail(c)\n"),
    ("testing.go", r"func \(c \*common\) log\(s string[^)]*\) \{\n", r"\g<0>\ttestfixLog(c, s)\n"),
    ("testing.go", r"func \(t \*T\) Parallel\(\) \{\n", r"\g<0>\tdefer func() { testfixBegin(t.name) }()\n"),
    ("testing.go", r"\tm\.before\(\)\n", lambda found: _START + found[0]),
    ("fuzz.go", r"func fRunner\(f \*F, fn func\(\*F\)\) \{\n", r"\g<0>\ttestfixBegin(f.name)\n"),
    ("fuzz.go", r"\tdstr := fmtDuration\(f\.duration\)\n", r"\g<0>\ttestfixReport(&f.common)\n"),
    ("match.go", r"(func \(m \*matcher\) )fullName\(", r"\1testfixFullName("),
    ("run_example.go", r"func runExample\(", "func testfixRunExample("),
)
_CANARIES: Mapping[str, Sequence[str]] = {
    "github.com/stretchr/testify/assert": (
        *("X.Equal(t, 1, 2)", "X.True(t, false)", "X.NoError(t, io.EOF)", "X.Nil(t, 1)", 'X.Contains(t, "a", "b")'),
    ),
    "github.com/stretchr/testify/require": (
        *("X.Equal(t, 1, 2)", "X.True(t, false)", "X.NoError(t, io.EOF)", "X.Nil(t, 1)", 'X.Contains(t, "a", "b")'),
    ),
    "gotest.tools/v3/assert": ("X.Equal(t, 1, 2)", "X.NilError(t, io.EOF)", "X.Assert(t, false)"),
    "github.com/google/go-cmp/cmp": ('if X.Diff(1, 2) != "" { t.Fail() }', "if !X.Equal(1, 2) { t.Fail() }"),
}
_FLAGS = ("-vet=off", "-buildvcs=false", "-ldflags=-s -w")
"""No tables for debuggers: `go test` itself leaves them out of what it runs."""
_NOT_HERE = ("[no test files]", "build constraints exclude all Go files")
_NOT_INSTALLED = re.compile(
    "no required module provides|cannot find module|missing go.sum entry|GOPROXY=off|inconsistent vendoring"
)


def main() -> int:
    """Build what the order on standard input says, and tell of what can't be built."""
    order = json.load(sys.stdin)
    channel = ChannelWriter(order)
    environment = build_environment(order)
    try:
        overlay = write_overlay(Path(order["work"]), observed_files(order, environment))
    except ValueError as problem:
        for file in [file for files in order["packages"].values() for file in files]:
            channel.send("file_error", file=file, error=error("GoNotSupported", str(problem)))
        channel.send("end", canaries=0)
        return 0
    for folders in rounds(order):
        built = Path(order["work"]) / "built"
        built.mkdir(exist_ok=True)
        output = compile_tests(order, environment, overlay, built, folders)
        for folder in folders:
            binary = binary_of(order, folder)
            fresh = built / binary.name
            if fresh.is_file():
                binary.parent.mkdir(parents=True, exist_ok=True)
                fresh.replace(binary)
            else:
                _send(channel, order, folder, output)
    channel.send("end", canaries=0)
    return 0


def build_environment(order: Mapping[str, Any]) -> dict[str, str]:
    """The environment of the compiler: nothing is fetched, and nothing of the user's settings counts."""
    return {
        **os.environ,
        **{"GOCACHE": str(Path(order["cache"]) / "gocache"), "GOMODCACHE": order["modules"], "GOPROXY": "off"},
        **{"GOFLAGS": "", "GOTOOLCHAIN": "local", "GOENV": "off", "GOTELEMETRY": "off", "GOSUMDB": "off"},
    }


def observed_files(order: Mapping[str, Any], environment: Mapping[str, str]) -> dict[str, str]:
    """The texts of the files that are replaced or added so that tests are observed, by their path.

    Raises ValueError where this Go's package testing is not as we know it.
    """
    asked = subprocess.run([order["go"], "env", "GOROOT"], env=environment, capture_output=True, text=True, check=True)
    testing = Path(asked.stdout.strip()) / "src" / "testing"
    replaced = {str(testing / name): text for name, text in patched(testing).items()}
    replaced[str(testing / "zz_testfix.go")] = OBSERVER.read_text()
    for folder, files in order["packages"].items():
        replaced.update(_canaries(Path(order["root"]) / folder, [Path(order["root"]) / file for file in files]))
    return replaced


def write_overlay(folder: Path, replaced: Mapping[str, str]) -> Path:
    """Write the file that says which files are replaced or added, and these, into a folder.

    Builds are shared wherever it lies: Go looks at the contents.
    """
    texts = folder / "overlay"
    texts.mkdir(exist_ok=True)
    stored = {}
    for number, (path, text) in enumerate(replaced.items()):
        place = texts / f"{number}.go"
        place.write_text(text)
        stored[path] = str(place)
    overlay = folder / "overlay.json"
    overlay.write_text(json.dumps({"Replace": stored}))
    return overlay


def patched(testing: Path) -> dict[str, str]:
    """The files of the package testing in the folder `testing`, with the calls of the observer, by name.

    Raises ValueError where one has no place.
    """
    texts = {name: (testing / name).read_text() for name in dict.fromkeys(name for name, *_ in _CALLS)}
    for name, pattern, replacement in _CALLS:
        texts[name], times = re.subn(pattern, replacement, texts[name])
        if times != 1:
            raise ValueError(f"This version of Go is not supported: {pattern!r} was found {times} times in {name}.")
    return texts


def _canaries(folder: Path, files: Sequence[Path]) -> dict[str, str]:
    """A test file more for each package clause whose files use an assertion library that we can ask."""
    used: dict[str, set[str]] = {}
    for file in files:
        text = file.read_text(errors="replace")
        clause = re.search(r"(?m)^package (\w+)", text)
        if clause and "//go:build" not in text:
            used.setdefault(clause[1], set()).update(name for name in _CANARIES if f'"{name}"' in text)
    return {
        str(folder / f"zz_testfix_{clause}_test.go"): _canary_file(clause, sorted(names))
        for clause, names in used.items()
        if names
    }


def _canary_file(clause: str, names: Sequence[str]) -> str:
    imports = "\n".join(f'\tx{number} "{name}"' for number, name in enumerate(names))
    asked = [line.replace("X.", f"x{number}.") for number, name in enumerate(names) for line in _CANARIES[name]]
    calls = "\n".join(f"\ttesting.TestfixCanary(func(t *testing.T) {{ {line} }})" for line in asked)
    head = f'package {clause}\n\nimport (\n\t"io"\n\t"testing"\n{imports}\n)'
    return f"{head}\n\nvar _ = io.EOF\n\nfunc init() {{\n{calls}\n}}\n"


def rounds(order: Mapping[str, Any]) -> Iterator[list[str]]:
    """The packages' folders, so that no two of a round have binaries of one name; one each before Go 1.21."""
    left = list(order["packages"])
    while left:
        chosen: dict[str, str] = {}
        for folder in left:
            if order["together"] or not chosen:
                chosen.setdefault(package_name(order["module"], folder), folder)
        yield list(chosen.values())
        left = [folder for folder in left if folder not in chosen.values()]


def compile_tests(
    order: Mapping[str, Any],
    environment: Mapping[str, str],
    overlay: Path,
    built: Path,
    folders: Sequence[str],
    flags: Sequence[str] = (),
) -> str:
    """Build the test binaries of the packages in these folders into `built`; what the compiler says."""
    output = f"{built}{os.sep}" if order["together"] else str(built / package_name(order["module"], folders[0]))
    command = [order["go"], "test", "-c", *_FLAGS, *flags, f"-overlay={overlay}", "-o", output]
    named = [f"./{folder}" if folder else "." for folder in folders]
    done = subprocess.run(
        [*command, *named], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
    )
    return done.stdout.decode(errors="replace")


def _send(channel: ChannelWriter, order: Mapping[str, Any], folder: str, output: str) -> None:
    """Tell why a package has no binary."""
    path = f"{order['module']}/{folder}".rstrip("/")
    own = _about(path, output)
    message = own or output.strip() or "The package could not be built."
    if any(mark in line for mark in _NOT_HERE for line in output.splitlines() if path in line or mark in own):
        return
    if _NOT_INSTALLED.search(message):
        message += f"\nRun `{order['install']}` in the module's folder; nothing is downloaded without you."
    for file in order["packages"][folder]:
        channel.send("file_error", file=file, error=error("BuildFailed", message, _places(message, order["root"])))


def _about(path: str, output: str) -> str:
    """What the compiler says of one package, its external tests included."""
    found, inside = [], False
    for line in output.splitlines():
        header = re.match(r"# (\S+)(?: \[(\S+)\.test\])?$", line)
        if header:
            inside = (header[2] or header[1]) == path
        elif inside or path in line.split():
            found.append(line)
    return "\n".join(found)


def _places(message: str, root: str) -> list[tuple[str, int, str]]:
    found = re.findall(r"(?m)^(?:vet: )?(\S+?\.go):(\d+):", message)
    return [(str(Path(root) / file), int(line), "") for file, line in found]
