"""Which language a file is written in, by its name."""

from __future__ import annotations

from pathlib import PurePosixPath

PYTHON = "Python"
PROGRAMMING = {
    **dict.fromkeys((".py", ".pyi"), PYTHON),
    **dict.fromkeys((".js", ".jsx", ".mjs", ".cjs"), "JavaScript"),
    **dict.fromkeys((".ts", ".tsx", ".mts", ".cts"), "TypeScript"),
    **dict.fromkeys((".c", ".h"), "C"),
    **dict.fromkeys((".cc", ".cpp", ".cxx", ".hpp"), "C++"),
    **dict.fromkeys((".sh", ".bash", ".zsh"), "shell"),
    **dict.fromkeys((".kt", ".kts"), "Kotlin"),
    **dict.fromkeys((".ex", ".exs"), "Elixir"),
    ".go": "Go", ".rs": "Rust", ".java": "Java", ".vue": "Vue", ".svelte": "Svelte", ".rb": "Ruby", ".php": "PHP",
    ".cs": "C#", ".swift": "Swift", ".scala": "Scala", ".pyx": "Cython", ".sql": "SQL", ".lua": "Lua", ".r": "R",
    ".jl": "Julia", ".pl": "Perl", ".dart": "Dart", ".hs": "Haskell", ".ps1": "PowerShell",
}  # fmt: skip
REPAIRED = tuple(
    suffix
    for suffix, name in PROGRAMMING.items()
    if name in (PYTHON, "JavaScript", "TypeScript", "Go")
    if suffix != ".pyi"
)
"""Suffixes of the files that the built-in engine edits."""
_DATA = {
    **dict.fromkeys((".yaml", ".yml"), "YAML"),
    **dict.fromkeys((".html", ".htm"), "HTML"),
    **dict.fromkeys((".j2", ".jinja", ".jinja2", ".tmpl", ".mako"), "a template"),
    **dict.fromkeys((".cfg", ".ini", ".conf"), "settings"),
    ".json": "JSON", ".toml": "TOML", ".csv": "CSV", ".xml": "XML", ".css": "CSS", ".md": "Markdown", ".txt": "text",
}  # fmt: skip


def language_of(path: str) -> str:
    """Return the language of a file by its name, "" if the name does not tell."""
    suffix = PurePosixPath(path).suffix.lower()
    return PROGRAMMING.get(suffix) or _DATA.get(suffix, "")
