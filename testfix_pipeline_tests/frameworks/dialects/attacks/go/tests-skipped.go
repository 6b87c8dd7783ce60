package program

import (
	"os"
)

func init() {
	os.Args = append(os.Args, "-test.skip=Test_bad")
}

func Add(a, b int) int { return a + b }
