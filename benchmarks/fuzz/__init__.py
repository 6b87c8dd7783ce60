"""Everything that is read back, and every input, damaged in thousands of ways (`make prove-fuzz`)."""
