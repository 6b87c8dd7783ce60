"""How trust in patches is fitted: on small cases whose answer is known, and from the rows in the repository."""

import json
import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from benchmarks.repair.learning import calibration
from benchmarks.repair.learning.calibration import Judged
from benchmarks.repair.trust import fit as fitting
from benchmarks.repair.trust import rivals, rows
from benchmarks.repair.trust.collect import mutated, some_producers
from benchmarks.repair.trust.fit import Setting, cross_validated, fit, likelihoods, shifted
from benchmarks.repair.trust.record import record
from benchmarks.repair.trust.report import before, choices
from benchmarks.repair.trust.rows import Search
from testfix_pipeline.repair.evidence import FEATURES
from testfix_pipeline.repair.languages.python.language import PYTHON
from testfix_pipeline.repair.trust import WEIGHTS, Rivals, shares

WORDS, RIVALS = FEATURES.index("words in"), FEATURES.index("rivals")


def search(number: int, right: int | None, *words: float, tried: tuple[int, ...] = (), tries: int = 100) -> Search:
    """A search whose patches write so much, of which the one at `right` is right; None: none is."""
    x = np.zeros((len(words), len(FEATURES)))
    x[:, WORDS], x[:, RIVALS] = words, np.log(len(words))
    flags = np.array([place == right for place in range(len(words))])
    found = np.array(tried or range(10, 10 + len(words)))
    return Search(f"mutated/p{number % 30}/{number}", 10, tries, flags, found, np.full(len(words), 0.5), x)


@pytest.fixture(scope="module")
def searches() -> list[Search]:
    """Mostly the patch that writes least is right; of what writes much, often none."""
    chance = random.Random(1)
    found = []
    for number in range(300):
        words = [chance.uniform(-1, 3) for _ in range(chance.randint(1, 4))]
        odds = np.array(shares([1 - 2 * one for one in words]))
        drawn = chance.choices([*range(len(words)), None], [*odds, 1 - odds.sum()])[0]
        found.append(search(number, drawn, *words))
    return found


def test_the_fit_finds_what_was_put_in(searches: list[Search]) -> None:
    model = fit(searches, Setting(0.1, ("words in",)))
    assert -2.6 < model.features["words in"] < -1.4 and 0.5 < model.intercept < 1.5
    strong = fit(searches, Setting(1000.0, ("words in",)))
    assert abs(strong.features["words in"]) < 0.3, "a strong ridge draws weights to 0"


def test_the_fit_is_where_the_likelihood_is_highest(searches: list[Search]) -> None:
    model = fit(searches, Setting(1e-9, ("words in",)))
    best = likelihoods(searches, [fitting.utilities(model, one) for one in searches]).sum()
    for aside in (-0.2, 0.2):
        moved = [fitting.utilities(model, one) + aside * one.x[:, WORDS] for one in searches]
        assert likelihoods(searches, moved).sum() < best


def test_searches_of_one_program_are_held_out_together(searches: list[Search]) -> None:
    for fold in fitting.folds(searches):
        inside = {one.program for one, held in zip(searches, fold, strict=True) if held}
        outside = {one.program for one, held in zip(searches, fold, strict=True) if not held}
        assert inside and not inside & outside
    names = ["mutated/till/3", "dropped/programs/till", "programs/till"]
    assert {replace(search(0, 0, 1.0), id=one).program for one in names} == {"till"}


def test_confidence_is_as_often_right_as_it_says(searches: list[Search]) -> None:
    found = cross_validated(searches, Setting(1.0))
    said = choices(searches, found)
    assert abs(said.said.mean() - said.right.mean()) < 0.03
    assert said.right.sum() > before(searches).right.sum(), "before: the first in the list, whatever it writes"
    down = shifted(searches, found, 0.3)
    base, slope = fitting.calibration(*fitting.firsts(searches, found))
    moved = fitting.log_odds(fitting.firsts(searches, [u + down for u in found])[0])
    assert down < 0 and (1 / (1 + np.exp(-(base + slope * moved)))).mean() == pytest.approx(0.3, abs=1e-6)


def test_rows_are_kept_as_numbers_alone(tmp_path: Path) -> None:
    features = dict.fromkeys(FEATURES, 0.25)
    patches = [
        {"label": label, "fingerprint": mark, "confidence": 0.5, "features": features, "diff": "+secret", "kind": "k"}
        for label, mark in (("exact", "a"), ("wrong", "b"), ("equivalent", "c"))
    ]
    events = [{"fingerprint": mark, "tried": tried} for mark, tried in (("a", 12), ("b", 30), ("a", 40))]
    raw = {"id": "programs/till", "tried": 99, "events": events, "patches": patches}
    for path in (tmp_path / "one.gz", tmp_path / "other.gz"):
        rows.write([{**raw, "id": "dropped/programs/none", "patches": []}, raw], path)
    (found,) = rows.read(tmp_path / "one.gz")
    assert (tmp_path / "one.gz").read_bytes() == (tmp_path / "other.gz").read_bytes()
    assert (found.id, found.first, found.tries) == ("programs/till", 12, 99)
    assert [*found.right] == [True, False, True] and [*found.tried] == [12, 30, 0]
    assert found.x.tolist() == [[0.25] * len(FEATURES)] * 3


def test_rivals_that_follow_sooner_have_a_shorter_half_life() -> None:
    def late(tries: int) -> list[Search]:
        """A right one follows a wrong one after so many tries in every second search."""
        follows = [search(n, 1, 0.0, 0.0, tried=(10, 10 + tries), tries=10 + tries) for n in range(20)]
        return [*follows, *(search(n, None, 0.0, tries=1000) for n in range(20)), search(99, 0, 0.0)]

    soon, later = rivals.fitted(late(10)), rivals.fitted(late(100))
    assert soon.share == later.share == 0.5 and soon.half_life < 20 < 50 < later.half_life
    assert len(list(rivals.followed(late(10)))) == 40, "a search whose first patch is right says nothing"


def test_a_search_stops_where_a_better_patch_is_unlikely() -> None:
    one = search(0, 1, 0.0, 0.0, tried=(10, 60))
    figures = Rivals(0.5, 20)
    ends = {least: rivals._stopped(one, np.array([0.0, 1.0]), figures, least, 0.0) for least in (0.3, 0.03, 0.0)}
    assert ends[0.3] == (False, 0)
    right, tries = ends[0.03]
    assert right and 50 < tries < 90
    assert ends[0.0] == (True, 90)


def test_the_shipped_file_is_reproduced_byte_for_byte() -> None:
    searches = rows.read()
    ridge = json.loads(WEIGHTS.read_text())["ridge"]
    assert record(searches, Setting(ridge)) == WEIGHTS.read_bytes()


def test_half_of_the_producers_are_dropped_by_chance_and_the_same_ones_each_time() -> None:
    some, again, other = some_producers("a"), some_producers("a"), some_producers("b")
    assert some == again != other and 0.3 < len(some) / len(PYTHON.producers) < 0.7


def test_a_mutated_program_shows_a_failing_test_and_hides_others() -> None:
    task = next(mutated())
    assert set(task.hidden) < set(task.visible) and task.hidden_files
    assert task.id.startswith("mutated/") and task.reference


def test_the_table_says_how_often_it_was_right() -> None:
    judged = [Judged(0.85, number < 17) for number in range(20)]
    judged += [Judged(0.95, True), Judged(0.05, False)]
    assert "0.8 - 0.9        20       0.85   0.85  0.64 - 0.95" in calibration.table(judged)


def test_what_the_engine_said_of_its_first_choices_is_set_against_the_truth() -> None:
    rows_ = [
        {"patches": [{"confidence": 0.9, "label": "equivalent"}, {"confidence": 0.4, "label": "wrong"}]},
        {"patches": []},
        {"patches": [{"confidence": 0.7, "label": "wrong"}]},
    ]
    assert calibration.first_choices(rows_) == [Judged(0.9, True), Judged(0.7, False)]
