"""Many versions of Go files become one text, in which each version is a function of its own."""

from __future__ import annotations

import pytest

from testfix_pipeline.frameworks.builtin.go.declarations import declarations
from testfix_pipeline.frameworks.builtin.go.variants import (
    leaves_import_unused,
    merge_versions,
    variant_of,
    variants_in,
)

FILE = "/tree/page.go"
PAGE = """\
package page

import (
	"fmt"
	str "strings"
)

var limit = 3 // items

const name = `
func no() {
`

// Page has { and "func" in its comment.
func Page(items []int, size int) ([]int, error) {
	if size <= 0 {
		return nil, fmt.Errorf("bad size %d {", size)
	}
	return items[:size], nil
}

func (List[T]) Len(_ int, rest ...string) int { return len(str.Join(rest, "")) }

func Keep[K comparable, V any](all map[K]V, by func(a, b K) V) struct{ n int } {
	return struct{ n int }{3}
}

func init() { limit = 4 }
"""


def test_declarations_are_the_text() -> None:
    found = declarations(PAGE)
    assert "".join(one.text for one in found) == PAGE
    assert [one.kind for one in found] == [*("package", "import", "var", "const", "func", "func", "func", "func")]
    assert found[4].line == 15


def test_no_line_of_the_original_moves() -> None:
    changes = [("size <= 0", "size < 0"), ('len(str.Join(rest, ""))', "0"), ("{3}", "{4}"), ("limit = 4", "limit = 5")]
    texts = {number: {FILE: PAGE.replace(*one)} for number, one in enumerate(changes, 1)}
    found, left = merge_versions({FILE: PAGE}, texts)
    assert not left
    lines = found[FILE].splitlines()
    for number, line in enumerate(PAGE.splitlines()):
        head = line.partition("(")[0] if line.startswith("func") else line
        assert lines[number].startswith(head)
    assert "{ switch testfixVariant { case 1: return testfix1Page(items, size) };" in found[FILE]
    assert "case 4: testfix4init(); return" in found[FILE]
    assert f"//line /testfix/1{FILE}:15\nfunc testfix1Page(items []int, size int) ([]int, error) {{" in found[FILE]
    assert found["/tree/zz_testfix_variant.go"].startswith("package page\n")


def test_variants_that_import_more_share_a_build() -> None:
    other = PAGE.replace("import (\n", 'import (\n\t"errors"\n').replace("size <= 0", "errors.Is(nil, nil)")
    fewer = PAGE.replace('\tstr "strings"\n', "").replace('len(str.Join(rest, ""))', "0")
    found, left = merge_versions({FILE: PAGE}, {1: {FILE: other}, 2: {FILE: fewer}, 3: {FILE: other}})
    assert left == [2]
    assert found[FILE].startswith('package page; import "errors"\n\nimport (\n\t"fmt"\n')
    assert found[FILE].count("errors.Is(nil, nil)") == 2


def test_single_variables_and_constants_of_groups_have_variants() -> None:
    text = (
        "package a\n\nvar (\n\tone = f(\n\t\t1,\n\t)\n\ttwo int = 2 // more\n)\n\nconst (\n\tmost = 3\n\tleast = 1\n)\n"
        "\nfunc f(n int) int { return n + least }\n\nfunc g() int { return two + most }\n"
    )
    changes = [("\t1,", "\t5,"), ("= 2", "= 4"), ("most = 3", "most = 30"), ("least = 1", "least int = 1")]
    texts = {number: {FILE: text.replace(*one)} for number, one in enumerate(changes, 1)}
    found, left = merge_versions({FILE: text}, texts)
    assert left == [4]
    assert "if testfixVariant == 1 { one = f(\n\t\t5,\n\t)\n}" in found[FILE]
    assert "if testfixVariant == 2 { two = 4\n}" in found[FILE]
    assert "func testfix3g() int { const most = 30;  return two + most }" in found[FILE]
    assert "testfix3f" not in found[FILE]


def test_a_constant_that_other_declarations_read_is_built_alone() -> None:
    text = "package a\n\nconst n = 3\n\nvar all [n]int\n\nfunc f() int { return n }\n"
    assert merge_versions({FILE: text}, {1: {FILE: text.replace("= 3", "= 4")}})[1] == [1]


@pytest.mark.parametrize(
    "other",
    [
        PAGE.replace("size int)", "size int64)"),
        PAGE.replace("const name", "const other"),
        PAGE + "\nfunc More() {}\n",
        PAGE.replace("(List[T])", "(*List[T])"),
    ],
)
def test_other_changes_are_built_alone(other: str) -> None:
    found, left = merge_versions({FILE: PAGE}, {1: {FILE: other}, 2: {FILE: PAGE.replace("<=", "<")}})
    assert left == [1] and "testfix2Page" in found[FILE] and "testfix1" not in found[FILE]


def test_what_the_compiler_says_names_the_variants() -> None:
    said = "# example.com/page\n/testfix/12/tree/page.go:9:2: undefined: x\n./page.go:3: y\n/testfix/3/a.go:1:1: z"
    assert variants_in(said) == {12, 3}
    assert variant_of("/testfix/12/tree/page.go") == (12, "/tree/page.go")
    assert variant_of("/tree/page.go") == (0, "/tree/page.go")


def test_an_import_that_is_left_unused_is_seen() -> None:
    assert not leaves_import_unused(PAGE)
    assert leaves_import_unused(PAGE.replace("str.Join", "join"))
    assert leaves_import_unused(PAGE.replace("fmt.Errorf", "errorf"))
    assert not leaves_import_unused('package a\n\nimport _ "embed"\nimport "gopkg.in/yaml.v3"\n\nvar x = yaml.Y\n')
