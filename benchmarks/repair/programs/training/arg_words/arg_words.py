"""A command line cut into its words."""


def arg_words(line):
    """The words of a line; blanks within '...' or "..." belong to the word. ValueError for an open quote."""
    words = []
    word = ""
    begun = False
    quote = None
    for char in line:
        if quote:
            if char == quote:
                quote = None
            else:
                word += char
        elif char in "'\"":
            quote = char
        elif char.isspace():
            if begun:
                words.append(word)
            word, begun = "", False
        else:
            word += char
            begun = True
    if quote:
        raise ValueError(f"no closing {quote}")
    if begun or word:
        words.append(word)
    return words
