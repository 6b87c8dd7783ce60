import pytest

from export import export, formats


def test_json():
    assert export([[1, 2]]) == "[[1, 2]]"


def test_tsv():
    assert export([[1, 2]], "tsv") == "1\t2"


def test_csv():
    assert export([[1, 2], [3, 4]], "csv") == "1,2\n3,4"


def test_upper_case():
    assert export([[1, 2]], "TSV") == "1\t2"


def test_unknown():
    with pytest.raises(ValueError):
        export([], "xml")


def test_formats():
    assert "json" in formats()
