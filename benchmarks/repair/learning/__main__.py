"""Counts the general language model and the usual conversions again, from this interpreter's standard library.

python -m benchmarks.repair.learning
"""

from __future__ import annotations

from benchmarks.repair.learning import conversions, language

if __name__ == "__main__":
    print(language.train())
    print(conversions.train())
