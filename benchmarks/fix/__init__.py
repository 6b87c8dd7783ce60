"""How long `testfix fix` takes, and which parts the time goes to."""
