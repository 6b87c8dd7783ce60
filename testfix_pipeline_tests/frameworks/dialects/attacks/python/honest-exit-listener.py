import atexit

atexit.register(print, "over")
