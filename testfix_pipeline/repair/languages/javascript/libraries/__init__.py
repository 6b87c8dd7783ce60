"""What a changed npm package broke: which names the program uses of it, what it has instead, and the edits."""
