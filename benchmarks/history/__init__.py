"""How the history holds up when it is large."""
