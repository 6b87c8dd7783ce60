package program

import (
	"runtime"
)

func Add(a, b int) int {
	runtime.Goexit()
	return a + b
}
