"""What `testfix explain` says of small programs, and which of them a session of the built-in engine abstains from."""
