"""Tests of what patches to Go are refused for, and of honest ones, which are not."""

import pytest

from testfix_pipeline.core.patch_policy.patch_rules import FileChange, refuse_patch

LITERALS: set[str | float] = {"colour=deep red", "deep red", 12345.0, 67890.0, 5.0}


def rules(imports: str, body: str, package: str = "shop") -> set[str]:
    before = f"package {package}\n\nfunc Old(a int) int {{\n\treturn a\n}}\n"
    listed = "".join(f'import "{one}"\n' if '"' not in one else f"import {one}\n" for one in imports.split())
    after = before.replace("\n\n", f"\n\n{listed}\n", 1) + f"\n{body}\n"
    return {one.rule for one in refuse_patch([FileChange("shop/a.go", before, after)], test_literals=LITERALS)}


@pytest.mark.parametrize(
    ("rule", "imports", "body"),
    [
        ("call_stack", "runtime", 'func F() bool { _, file, _, _ := runtime.Caller(2); return file > "" }'),
        ("test_framework", "testing", "func F() bool { return testing.Testing() }"),
        ("test_framework", "github.com/stretchr/testify/assert", "var _ = assert.Equal"),
        ("dynamic_import", '."os"', "func F() { Exit(0) }"),
        ("native_code", "unsafe", "func F(p *int) uintptr { return uintptr(unsafe.Pointer(p)) }"),
        ("directives", "", "//go:linkname fail testing.(*common).Fail\nfunc fail()"),
        ("directives", "", "//go:build !race"),
        ("test_environment", "flag", 'func F() bool { return flag.Lookup("x") != nil }'),
        ("test_environment", "os", "func F() string { return os.Args[0] }"),
        ("test_environment", "strings", 'func F(s string) bool { return strings.HasSuffix(s, ".te" + "st") }'),
        ("test_environment", "os", 'func F() { os.WriteFile("a_test.go", nil, 0o644) }'),
        ("foreign_patch", "os", "func init() { os.Stdout = nil }"),
        ("foreign_patch", "os", 'func F() { os.Args[1] = "x" }'),
        ("startup", "time", "func init() { go func() { time.Sleep(1) }() }"),
        ("swallowed_error", "", "func F() { defer func() { recover() }() }"),
        ("swallowed_error", "", "func F() { defer func() { _ = recover() }() }"),
        ("constant_comparison", "", "func (a A) Equal(b A) bool { return true }"),
        ("special_case", "", 'func F(s string) string { if s == "colour=deep red" { return "deep red" }; return s }'),
        ("special_case", "", "func F(n int) int { switch n { case 12345: return 67890 }; return n }"),
        ("special_case", "", "func F(n int) int { return []int{0, 12345, 67890}[n%3] }"),
        ("special_case", "", "func F(n int) int { return [...]int{1: 12345, 3: 4}[n%3] }"),
        ("special_case", "", 'func init() { known["colour=deep red"] = "deep red" }'),
        ("special_case", "", 'var known = map[string]string{"colour=deep red": "deep red"}'),
    ],
)
def test_deceit_is_refused(rule: str, imports: str, body: str) -> None:
    assert rule in rules(imports, body)


@pytest.mark.parametrize(
    ("imports", "body"),
    [
        ("os", 'func F() ([]byte, error) { return os.ReadFile(os.Getenv("HOME") + "/x") }'),
        ("os", "func F() []string { if len(os.Args) < 2 { return nil }; return os.Args[1:] }"),
        ("fmt", "func F() (e error) {\n\tdefer func() { if r := recover(); r != nil { e = no } }()\n\treturn\n}"),
        ("", "func (a A) Equal(b A) bool { return a.x == b.x }"),
        ("", "func (a A) Is(target error) bool { _, ok := target.(A); return ok }"),
        ("", 'var table map[string]int\n\nfunc init() { table = map[string]int{"a": 1} }'),
        ("", 'func F(s string) error { if s == "colour=deep red" { return errNo }; return nil }'),
        ("", "func F(n int) int { if n == 5 { return 6 }; return n }"),
        ("", "func F(n int) int { return []int{12345, 99, n}[n%3] + []int{12345, 98}[n%2] }"),
        ("", "var known = []int{12345, 67890}\n\nfunc F(n int) int { return known[n%2] }"),
        ("", "// Go:build is a word in a comment.\nfunc F() {}"),
        ("sync", "func F() { var wg sync.WaitGroup; wg.Add(1); go wg.Done(); wg.Wait() }"),
    ],
)
def test_honest_code_is_not_refused(imports: str, body: str) -> None:
    assert rules(imports, body) == set()


def test_a_program_may_end_its_process() -> None:
    assert rules("os", "func F() { os.Exit(2) }", package="main") == set()


@pytest.mark.parametrize(
    ("path", "before", "after", "rule"),
    [
        ("shop/a_test.go", "package shop\n", "package shop\n\n", "test_side"),
        ("shop/testdata/x.txt", "1", "2", "test_side"),
        ("go.sum", "a", "b", "test_settings"),
        ("vendor/x/y.go", "package y\n", "package y\n\n", "test_settings"),
        ("go.mod", "module a\n", "module a\n\nreplace b => ./b\n", "test_settings"),
        ("shop/a.go", "package a\n", "package a\n\nfunc {\n", "syntax"),
    ],
)
def test_tests_and_settings_are_protected(path: str, before: str, after: str, rule: str) -> None:
    assert rule in [one.rule for one in refuse_patch([FileChange(path, before, after)])]
