"""Code with a known issue, or a bad test, to be planted into real packages; and look-alikes that are fine."""
