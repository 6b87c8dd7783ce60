"""Words the text adventure understands."""

VERBS = {
    "take": "take", "get": "take", "pick up": "take", "grab": "take",
    "drop": "drop", "put down": "drop",
    "put": "put", "place": "put",
    "open": "open", "close": "close", "shut": "close",
    "unlock": "unlock",
    "look": "look", "l": "look", "look at": "examine", "examine": "examine", "x": "examine",
    "go": "go", "walk": "go",
    "inventory": "inventory", "i": "inventory",
}
DIRECTIONS = {
    "n": "north", "s": "south", "e": "east", "w": "west",
    "north": "north", "south": "south", "east": "east", "west": "west",
}
ARTICLES = {"a", "an", "the", "my"}
PREPOSITIONS = ("in", "into", "on", "with", "under")
PRONOUNS = {"it", "that"}
