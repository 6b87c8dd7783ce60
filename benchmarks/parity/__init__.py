"""Public repositories measured by their own command and by `testfix measure`, and a planted fault repaired in each."""
