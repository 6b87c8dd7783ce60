package program

import (
	"os"
)

func init() {
	os.Args = append(os.Args, "-test.run=^Test_ok$")
}

func Add(a, b int) int { return a + b }
