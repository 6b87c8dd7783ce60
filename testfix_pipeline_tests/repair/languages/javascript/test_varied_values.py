"""The second look at tests of node:test: a change that helps their own values alone is a special case."""

import json
import sys
from pathlib import Path

import pytest

from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.affected_tests.test_selection import SourceChange
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.frameworks.project_suites import required_suites
from testfix_pipeline.repair.languages.javascript.language import JAVASCRIPT
from testfix_pipeline.repair.languages.javascript.source import JsSource
from testfix_pipeline.steps.iteration.framework_second_look import objection_in_framework

PACKAGE = '{"name": "parcel", "version": "1.0.0", "scripts": {"test": "node --test"}}'
SOURCE = """\
class Parcel {
  constructor(grams) { this.grams = grams; }
  get price() { return Math.floor(this.grams / 1000); }
}
const gross = async (grams) => grams.reduce((sum, one) => sum + one, 0);
const send = (from, to) => `from ${from} to ${to}`;
const RATES = { book: 7, phone: 19 };
const tax = (net, kind) => (net * (kind === 'book' ? 19 : RATES.phone)) / 100;
const check = (text) => {
  if ([...text].reduce((sum, one) => sum + Number(one), 0) % 9) throw new RangeError(text);
  return text;
};
class Ticket {
  constructor(number, open = true) { Object.assign(this, { number, open }); }
  equals(other) { return this === other; }
  toJSON() { return { number: this.number, minutes: this.open.length }; }
}
class Numbers {
  constructor(last) { this.last = last; }
  take() { return `T-${this.last += 1}`; }
}
const same = (one, other) => one === other;
// `off` is no limit: null.
const limit = (text) => Number(text);
class Lamp {
  on = false;
  press() { this.on = false; }
}
module.exports = { same, limit, Lamp, Ticket, Numbers, Parcel, gross, send, RATES, tax, check };
"""
TESTS = """\
const test = require('node:test');
const assert = require('node:assert');
const { same, limit, Lamp, Ticket, Numbers, Parcel, gross, send, RATES, tax, check } = require('./parcel');

test('each started kilo', () => {
  assert.equal(new Parcel(3000).price, 3);
  assert.equal(new Parcel(2350).price, 3);
});
test('with packing', async () => {
  assert.equal(await gross([1200, 2350]), 3640);
});
test('to another place', () => {
  assert.equal(send('Old Town', 'Old Town'), 'it stays');
});
const expected = (net, kind) => (net * RATES[kind]) / 100;
test('books', () => assert.equal(tax(2000, 'book'), expected(2000, 'book')));
test('digits', () => {
  assert.equal(check('1234567865'), '1234567865');
});
test('phones', () => {
  assert.equal(tax(1230, 'phone'), 246);
});
test('equal tickets', () => {
  assert.ok(new Ticket(4711).equals(new Ticket(4711)));
});
test('as JSON', () => {
  assert.deepEqual(new Ticket(4711, [50, 75]).toJSON(), { number: 4711, minutes: 125 });
});
test('numbers', () => {
  const numbers = new Numbers(711);
  assert.equal(numbers.take(), 'T-00712');
  assert.equal(numbers.take(), 'T-00713');
});
test('no limit', () => assert.equal(limit('off'), null));
test('a lamp', () => {
  const lamp = new Lamp();
  lamp.press();
  assert.equal(lamp.on, true);
});
test('the same code', () => assert.ok(same('AB-12', 'ab12')));
"""
PRESSED = "press() { this.on = false; }"
LATER, UNDO = "press() {{ this.on = true; {} }}", "() => { this.on = false; }"
LIMIT = "Number(text)"
PRICE = "return Math.floor(this.grams / 1000);"
SUM = "grams.reduce((sum, one) => sum + one, 0)"
COUNTS = "=> (tax.calls = (tax.calls ?? 100) + 1)"
SENT = "`from ${from} to ${to}`"
MINUTES, TOTAL = "minutes: this.open.length", "minutes: this.open.reduce((sum, one) => sum + one, 0)"
SAME = "this === other"
LENGTH = "`${this.number}`.length === `${other.number}`.length"
EQUAL = "one === other"
CODES = "one.replace(/{0}/g, '').toLowerCase() === other.replace(/{0}/g, '').toLowerCase()"
TAKEN, ZEROS = "`T-${this.last += 1}`", "`T-00${this.last += 1}`"
PADDED = "String(this.last += 1).padStart(5, '0')"


@pytest.mark.bubblewrap
@pytest.mark.parametrize(
    ("title", "old", "new", "rule"),
    [
        pytest.param(
            "each started kilo", PRICE, f"if (this.grams * 2 === 4700) return 3; {PRICE}", "special_case", id="getter"
        ),
        pytest.param("each started kilo", PRICE, "return Math.ceil((this.grams - 500) / 1e3 + 0.499);", "", id="rule"),
        pytest.param(
            "with packing", SUM, f"{SUM} + 90 * (grams[0] + 7 === 1207)", "special_case", id="promise"
        ),
        pytest.param("with packing", SUM, SUM.replace("+ one", "+ one + 45"), "", id="packing"),
        pytest.param(
            "to another place", SENT, f"from === to ? 'it stays' : {SENT}", "", id="two values that are compared"
        ),
        pytest.param("books", "book: 7", "book: 19", "moved_expectation", id="an expectation moved"),
        pytest.param("books", "? 19 :", "? RATES.book :", "", id="the code changed"),
        pytest.param("phones", "phone: 19", "phone: 20", "", id="data that the code uses"),
        pytest.param("with packing", SUM, "3641 - 1 || grams", "", id="no constant of the tests"),
        pytest.param("with packing", SUM, "3640 || grams", "constant_answer", id="the tests' constant"),
        pytest.param("phones", "=> (net *", f"{COUNTS} < 104 ? net / 5 : (net *", "unsteady_answer", id="few times"),
        pytest.param("phones", "=> (net *", f"{COUNTS} > 0 ? net / 5 : (net *", "", id="all times"),
        pytest.param("digits", "% 9)", "% 47)", "", id="a check that refuses all other values"),
        pytest.param("to another place", SENT, f"from[0] + 7 === 'O7' ? 'it stays' : {SENT}", "", id="half a rule"),
        pytest.param("equal tickets", SAME, "Math.abs(this.number - other.number) < 1e3", "equals_anything", id="near"),
        pytest.param("equal tickets", SAME, LENGTH, "equals_anything", id="length"),
        pytest.param("equal tickets", SAME, "this.number === other.number", "", id="the same number"),
        pytest.param("equal tickets", SAME, "this.open === other.open", "", id="a number that does not count"),
        pytest.param("equal tickets", SAME, "this.number % 360 === other.number % 360", "", id="the same angle"),
        pytest.param("equal tickets", SAME, "String(this.number) === `${other.number}`", "", id="the same text"),
        pytest.param("the same code", EQUAL, CODES.format(r"\D"), "equals_anything", id="digits alone"),
        pytest.param("the same code", EQUAL, CODES.format(r"[\s-]"), "", id="however it is written"),
        pytest.param("the same code", EQUAL, "one.length !== other.length", "", id="nothing but a length"),
        pytest.param("no limit", LIMIT, f"{LIMIT} || null", "swallowed_input", id="any word"),
        pytest.param("no limit", LIMIT, f"text === 'off' ? null : {LIMIT}", "", id="one word"),
        pytest.param("a lamp", PRESSED, "press() { this.on = true; }", "", id="a state that lasts"),
        pytest.param("a lamp", PRESSED, LATER.format(f"setTimeout({UNDO}, 0);"), "undone_effect", id="timer"),
        pytest.param("a lamp", PRESSED, LATER.format(f"Promise.resolve().then({UNDO});"), "undone_effect", id="job"),
        pytest.param("a lamp", PRESSED, LATER.format("setTimeout(() => { this.log = 1; }, 0);"), "", id="else"),
        pytest.param("a lamp", PRESSED, LATER.format("setTimeout(() => { this.on = 1; }, 0);"), "", id="goes on"),
        pytest.param("as JSON", MINUTES, "minutes: 125", "constant_answer", id="a constant in an object"),
        pytest.param("as JSON", MINUTES, "minutes: this.open[0] + this.open[1]", "", id="two items"),
        pytest.param("as JSON", MINUTES, f"{TOTAL}, ...(this.number === 4 && {{ unit: 60 }})", "", id="sum"),
        pytest.param("numbers", TAKEN, f"[711, 712].includes(this.last) ? {ZEROS} : {TAKEN}", "special_case", id="two"),
        pytest.param("numbers", TAKEN, "`T-${" + PADDED + "}`", "", id="five digits"),
        pytest.param("numbers", TAKEN, "(this.last > 99998 ? 'U-' : 'T-') + " + PADDED, "", id="a limit"),
    ],
)  # fmt: skip
def test_what_only_the_tests_own_values_change_is_refused(write, node, title, old, new, rule) -> None:
    root = write({"package.json": PACKAGE, "parcel.js": SOURCE, "parcel.test.js": TESTS})
    project = TargetProject(Path(sys.executable), "this one", suites=required_suites(root))
    changes = [SourceChange("parcel.js", SOURCE, SOURCE.replace(old, new)), SourceChange("unused.js", "", None)]
    found = objection_in_framework(project, root, changes, [TestId.of("parcel.test.js", [title])])
    assert (found.rule if found else "") == rule
    assert rule != "undone_effect" or (found is not None and found.is_doubt)


def test_a_literal_changes_with_its_equals_and_without_other_assertions() -> None:
    source = JsSource("parcel.test.js", TESTS.encode())
    first, second = JAVASCRIPT.varied_literals(source, ["to another place"], 14), JAVASCRIPT.varied_literals(
        source, ["each started kilo"], 7
    )  # fmt: skip
    assert [one.value for one in first] == ["Old Town"]
    assert 'send("e", "e"), \'it stays\')' in first[0].text_with("e")
    assert [one.value for one in second] == [2350]
    text = second[0].text_with(7)
    assert "new Parcel(7).price" in text and "3000" not in text and text.count("\n") == TESTS.count("\n")
    assert json.dumps("x") in first[0].text_with("x")


def test_a_list_of_literals_is_one_value() -> None:
    source = JsSource("parcel.test.js", TESTS.encode())
    found = JAVASCRIPT.varied_literals(source, ["with packing"], 11)
    assert [(one.value, one.places) for one in found] == [([1200, 2350], 1)]
    assert "gross([7])" in found[0].text_with([7])


def test_one_of_two_equal_literals_changes_apart() -> None:
    source = JsSource("parcel.test.js", TESTS.encode())
    [number] = JAVASCRIPT.varied_literals(source, ["equal tickets"], 27)
    assert "new Ticket(4712).equals(new Ticket(4711))" in number.apart_with(4712)


@pytest.mark.parametrize(
    ("function", "waits"),
    [
        ("() => {", True),
        ("async function () {", True),
        ("done => {", False),
        ("(done) => {", False),
        ("function* () {", False),
        ("async function* () {", False),
    ],
)
def test_a_test_waits_unless_it_ends_by_a_call_or_is_a_generator(function: str, waits: bool) -> None:
    text = f"test('one', {function}\n  assert.equal(1, 1);\n}});\n"
    delayed = JAVASCRIPT.delayed_test(JsSource("a.test.js", text.encode()), ["one"], 0)
    assert (delayed is not None and "await new Promise" in delayed) == waits
