import os

os.closerange(3, 64)
