import atexit
import gc

# A command looks for unused objects that refer to each other after so many new ones, and at its end not at all; all
# others are freed at once. Importing Dagster and our jobs makes 270,000, which stay: with Python's 700 a third of the
# import went into looking through them, and again as much at the end of the process.
gc.set_threshold(50_000)
atexit.register(gc.freeze)
