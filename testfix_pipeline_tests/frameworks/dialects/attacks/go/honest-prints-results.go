package program

import (
	"fmt"
)

func Add(a, b int) int {
	fmt.Println("--- PASS: Test_ok (0.00s)\n=== RUN   Test_bad\nFAIL")
	return a + b
}
