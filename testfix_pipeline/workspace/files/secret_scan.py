"""Finds secrets in lines about to be committed, by detect-secrets' named detectors. Uses no network."""

from __future__ import annotations

import hashlib
import re
import tempfile
import threading
from collections.abc import Iterable
from pathlib import Path, PurePosixPath

# Left out: guesses by entropy or address, which would keep hashes, fixtures and test data out of a snapshot.
_GUESSES = {"Base64HighEntropyString", "HexHighEntropyString", "IPPublicDetector"}
_SOURCE = {".py", ".pyi", ".js", ".ts", ".jsx", ".tsx", ".go", ".rs", ".java", ".c", ".cc", ".cpp", ".h", ".md", ".rst"}
_HEURISTICS = (
    *("is_sequential_string", "is_potential_uuid", "is_likely_id_string", "is_templated_secret"),
    *("is_prefixed_with_dollar_sign", "is_indirect_reference", "is_not_alphanumeric_string"),
)
_FILTERS = (
    "detect_secrets.filters.allowlist.is_line_allowlisted",
    *(f"detect_secrets.filters.heuristic.{name}" for name in _HEURISTICS),
)
_settings = threading.Lock()  # detect-secrets has global settings
_MOST_KNOWN = 10_000
_found: dict[bytes, str | None] = {}
"""What was found in texts, by their digests: half of the texts that a session writes it has written before."""


def find_secret(path: str, lines: Iterable[str]) -> str | None:
    """Return the kind of the first secret in the lines of the file `path`, None if there is none."""
    with_letters = [line for line in dict.fromkeys(lines) if re.search("[A-Za-z]", line)]
    if not with_letters:
        return None
    suffix = PurePosixPath(path).suffix
    text = "\n".join(with_letters) + "\n"
    digest = hashlib.sha256(f"{suffix}\n{text}".encode(errors="surrogatepass")).digest()
    with _settings:
        if digest not in _found:
            if len(_found) >= _MOST_KNOWN:
                _found.clear()
            _found[digest] = _find(text, suffix)
        return _found[digest]


def _find(text: str, suffix: str) -> str | None:
    with tempfile.TemporaryDirectory() as folder:
        # detect-secrets chooses its patterns for assignments by the file's suffix
        copy = Path(folder) / ("lines" + (suffix if re.fullmatch(r"[.]\w+", suffix) else ".ini"))
        copy.write_text(text, encoding="utf-8", errors="replace")
        return _scan(copy, source_code=suffix in _SOURCE)


def is_random(word: str) -> bool:
    """Whether a word of 20 characters or more is random text, by detect-secrets' entropy."""
    from detect_secrets.plugins.high_entropy_strings import Base64HighEntropyString

    guess = Base64HighEntropyString()
    return bool(re.fullmatch(r"[\w+=-]{20,}", word)) and guess.calculate_shannon_entropy(word) > guess.entropy_limit


def _scan(copy: Path, source_code: bool) -> str | None:
    from detect_secrets.core.plugins.util import get_mapping_from_secret_type_to_class
    from detect_secrets.core.scan import scan_file
    from detect_secrets.settings import transient_settings

    kinds: Iterable[type] = get_mapping_from_secret_type_to_class().values()
    detectors = {kind.__name__ for kind in kinds} - _GUESSES
    plan = {
        "plugins_used": [{"name": name} for name in sorted(detectors)],
        "filters_used": [{"path": path} for path in _FILTERS],
    }
    with transient_settings(plan):
        for finding in scan_file(str(copy)):
            if not (
                source_code and finding.type == "Secret Keyword" and _is_example_password(finding.secret_value or "")
            ):
                return str(finding.type)
    return None


def _is_example_password(value: str) -> bool:
    """Whether a password in source code is a test's or an example's: short, or letters or digits only."""
    return len(value) < 8 or value.isalpha() or value.isdigit()
