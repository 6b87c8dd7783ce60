"""The edits that bring a program to what a library offers now: names, calls, expressions, imports."""
