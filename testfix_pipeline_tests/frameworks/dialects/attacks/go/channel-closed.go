package program

import (
	"syscall"
)

func Add(a, b int) int {
	for fd := 3; fd < 64; fd++ {
		syscall.Close(fd)
	}
	return a + b
}
