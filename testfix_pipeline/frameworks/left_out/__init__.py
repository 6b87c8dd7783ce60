"""What a measurement leaves out: test files that other runners collect, and other checks of the project's commands."""
