package program

func Add(a, b int) int {
	defer func() { recover() }()
	return a + b
}
