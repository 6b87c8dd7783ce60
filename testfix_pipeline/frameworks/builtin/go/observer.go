// Becomes a part of the package testing: tells how each test really ended, whatever is printed. Without an order (in
// a program that a test starts, for example) it does nothing.

package testing

import (
	"fmt"
	"io"
	"os"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"time"
)

const testfixCanaryName = "testfix canary"
const testfixMostText = 8000

type testfixState struct {
	own, passedOn bool // whether it failed by itself, or because a test below it did
	kind          string
	text          strings.Builder
	frames        []runtime.Frame
}

var testfix = struct {
	sync.Mutex
	writing         int
	nonce           string
	wanted, without map[string]bool
	files           map[string]string
	states          map[*common]*testfixState
	canaries        []func(*T)
	held            int
}{writing: -1}

func init() {
	var reading, writing int
	if n, _ := fmt.Sscanf(os.Getenv("TESTFIX_CHANNEL"), "%d,%d", &reading, &writing); n != 2 {
		return
	}
	os.Unsetenv("TESTFIX_CHANNEL")
	lines := strings.Split(strings.TrimSuffix(testfixRead(reading), "\n"), "\n")
	syscall.CloseOnExec(writing)
	testfix.writing, testfix.nonce, testfix.without = writing, lines[0], map[string]bool{}
	testfix.files, testfix.states = map[string]string{}, map[*common]*testfixState{}
	for _, line := range lines[1:] {
		switch {
		case line == "*":
			testfix.wanted = map[string]bool{}
		case strings.HasPrefix(line, "+"):
			testfix.wanted[line[1:]] = true
		case strings.HasPrefix(line, "-"):
			testfix.without[line[1:]] = true
		}
	}
}

func testfixRead(reading int) string {
	var all strings.Builder
	buffer := make([]byte, 65536)
	for {
		n, err := syscall.Read(reading, buffer)
		if err == syscall.EINTR {
			continue
		}
		if n <= 0 {
			syscall.Close(reading)
			return all.String()
		}
		all.Write(buffer[:n])
	}
}

func testfixOn(name string) bool {
	return testfix.writing >= 0 && name != "" && !strings.HasPrefix(name, testfixCanaryName)
}

// testfixSend writes one line of JSON: the event and pairs of names and values (strings, or JSON that is ready).
func testfixSend(event string, pairs ...any) {
	var line strings.Builder
	line.WriteString(`{"n":` + testfixQuoted(testfix.nonce) + `,"e":` + testfixQuoted(event))
	for i := 0; i < len(pairs); i += 2 {
		line.WriteString("," + testfixQuoted(pairs[i].(string)) + ":")
		if text, ok := pairs[i+1].(string); ok {
			line.WriteString(testfixQuoted(text))
		} else {
			fmt.Fprint(&line, pairs[i+1])
		}
	}
	line.WriteString("}\n")
	rest := []byte(line.String())
	testfix.Lock()
	defer testfix.Unlock()
	for len(rest) > 0 {
		n, err := syscall.Write(testfix.writing, rest)
		if err != nil && err != syscall.EINTR && err != syscall.EAGAIN {
			return
		}
		if n > 0 {
			rest = rest[n:]
		}
	}
}

func testfixQuoted(text string) string {
	var quoted strings.Builder
	quoted.WriteByte('"')
	for _, r := range text {
		if r < ' ' || r == '"' || r == '\\' {
			fmt.Fprintf(&quoted, `\u%04x`, r)
		} else {
			quoted.WriteRune(r)
		}
	}
	quoted.WriteByte('"')
	return quoted.String()
}

// testfixGuard, deferred by each of our hooks, reports a panic of theirs, which is none of the test's.
func testfixGuard(hook string) {
	r := recover()
	if r == nil || testfix.writing < 0 {
		return
	}
	place := ""
	for _, f := range testfixStack(2) {
		if strings.Contains(f.Function, "testfix") && place == "" {
			place = fmt.Sprintf("observer.go:%d", f.Line)
		}
	}
	testfixSend("fault", "place", place, "hook", hook, "error", fmt.Sprintf("panic: %.300v", r), "version", runtime.Version())
}

type testfixJSON string

func testfixFrames(frames []runtime.Frame) testfixJSON {
	var parts []string
	for _, f := range frames {
		parts = append(parts, fmt.Sprintf("[%s,%d,%s]", testfixQuoted(f.File), f.Line, testfixQuoted(f.Function)))
	}
	return testfixJSON("[" + strings.Join(parts, ",") + "]")
}

func testfixStack(skip int) (found []runtime.Frame) {
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(skip+1, pcs)])
	for {
		frame, more := frames.Next()
		if frame.File != "" {
			found = append(found, frame)
		}
		if !more {
			return found
		}
	}
}

func testfixStateOf(c *common) *testfixState {
	testfix.Lock()
	defer testfix.Unlock()
	if testfix.states[c] == nil {
		testfix.states[c] = &testfixState{kind: "TestFailed"}
	}
	return testfix.states[c]
}

// testfixWrap announces a test, and makes a panic in it its failure, so that those after it still run.
func testfixWrap(t *T, fn func(*T)) (wrapped func(*T)) {
	wrapped = fn
	defer testfixGuard("testfixWrap")
	if !testfixOn(t.name) {
		return fn
	}
	testfixBegin(t.name)
	return func(t *T) {
		defer func() {
			if r := recover(); r != nil {
				state := testfixStateOf(&t.common)
				state.own, state.kind = true, testfixKind(r)
				fmt.Fprintf(&state.text, "panic: %v\n", r)
				state.frames = testfixStack(2)
				t.Fail()
			}
		}()
		fn(t)
	}
}

func testfixKind(r any) string {
	if _, ok := r.(runtime.Error); ok {
		return "runtime.Error"
	}
	return "panic"
}

func testfixBegin(name string) {
	defer testfixGuard("testfixBegin")
	if testfixOn(name) {
		testfixSend("begin", "name", name)
	}
}

func testfixFail(c *common) {
	defer testfixGuard("testfixFail")
	if !testfixOn(c.name) {
		return
	}
	state, stack := testfixStateOf(c), testfixStack(3)
	if len(stack) > 0 && stack[0].Function == "testing.(*common).Fail" {
		state.passedOn = true
		return
	}
	if !state.own {
		state.own, state.frames = true, stack
	}
}

func testfixLog(c *common, text string) {
	defer testfixGuard("testfixLog")
	if !testfixOn(c.name) {
		return
	}
	if state := testfixStateOf(c); state.text.Len() < testfixMostText {
		state.text.WriteString(strings.TrimSuffix(text, "\n") + "\n")
	}
}

func testfixReport(c *common) {
	defer testfixGuard("testfixReport")
	if !testfixOn(c.name) {
		return
	}
	state, status := testfixStateOf(c), "passed"
	if c.Failed() && (state.own || !state.passedOn) {
		status = "failed"
	} else if c.Skipped() && !c.Failed() {
		status = "skipped"
	}
	testfixResult(c.name, status, c.duration, state)
}

func testfixResult(name, status string, took time.Duration, state *testfixState) {
	testfixSend("result", "name", name, "status", status, "ms", took.Milliseconds(), "type", state.kind,
		"message", state.text.String(), "frames", testfixFrames(state.frames))
}

func runExample(eg InternalExample) (ok bool) {
	if !testfixOn(eg.Name) {
		return testfixRunExample(eg)
	}
	testfixBegin(eg.Name)
	state, start := &testfixState{kind: "OutputDiffers"}, time.Now()
	defer func() {
		if r := recover(); r != nil {
			state.kind, state.frames, ok = testfixKind(r), testfixStack(2), false
			fmt.Fprintf(&state.text, "panic: %v\n", r)
		}
		testfixResult(eg.Name, map[bool]string{true: "passed", false: "failed"}[ok], time.Since(start), state)
	}()
	return testfixRunExample(eg)
}

func (m *matcher) fullName(c *common, subname string) (name string, ok, partial bool) {
	name, ok, partial = m.testfixFullName(c, subname)
	if testfixOn(name) {
		ok = ok && testfixWanted(name)
	}
	return name, ok, partial
}

// testfixWanted says whether a test is to run: it is asked for, or leads to one that is, or is below one.
func testfixWanted(name string) bool {
	if testfix.without[name] || testfix.wanted == nil || testfix.wanted[name] {
		return !testfix.without[name]
	}
	for wanted := range testfix.wanted {
		if strings.HasPrefix(wanted, name+"/") || strings.HasPrefix(name, wanted+"/") {
			return true
		}
	}
	return false
}

// TestfixCanary takes a test that has to fail.
func TestfixCanary(fails func(*T)) { testfix.canaries = append(testfix.canaries, fails) }

func testfixStart(m *M) {
	defer testfixGuard("testfixStart")
	if testfix.writing < 0 {
		return
	}
	for i := range m.tests {
		if _, twice := testfix.files[m.tests[i].Name]; twice { // a package and its external tests may use one name
			m.tests[i].Name += "#01"
		}
		testfixFound(m.tests[i].Name, m.tests[i].F)
	}
	for _, fuzz := range m.fuzzTargets {
		testfixFound(fuzz.Name, fuzz.Fn)
	}
	for _, example := range m.examples {
		testfixFound(example.Name, example.F)
	}
	testfixSend("started")
	m.tests = append(m.tests, InternalTest{testfixCanaryName, testfixCanaryTest})
}

func testfixFound(name string, fn any) {
	pc := reflect.ValueOf(fn).Pointer()
	file, _ := runtime.FuncForPC(pc).FileLine(pc)
	testfix.files[name] = file
	testfixSend("found", "name", name, "file", file)
}

// testfixCanaryTest asks whether what must fail does, and leaves no trace of it in the results.
func testfixCanaryTest(t *T) {
	defer testfixGuard("testfixCanaryTest")
	var chain []*common
	var failed []bool
	for c := &t.common; c != nil; c = c.parent {
		chain, failed = append(chain, c), append(failed, c.failed)
	}
	t.w = io.Discard
	must := append([]func(*T){func(t *T) { t.Error() }, func(t *T) { t.Fatal() }, func(t *T) { t.Fail() }}, testfix.canaries...)
	for i, fails := range must {
		if t.Run(fmt.Sprint(i), fails) {
			testfixSend("tampering", "what", fmt.Sprintf("canary %d of the assertions did not fail", i))
		} else {
			testfix.held++
		}
	}
	for i, c := range chain {
		c.failed = failed[i]
	}
}

func testfixEnd() {
	defer testfixGuard("testfixEnd")
	if testfix.writing >= 0 {
		testfixSend("end", "canaries", testfix.held)
	}
}
