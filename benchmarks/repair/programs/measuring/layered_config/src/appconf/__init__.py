from appconf.layers import ConfigError, load
from appconf.merge import merge

__all__ = ["ConfigError", "load", "merge"]
