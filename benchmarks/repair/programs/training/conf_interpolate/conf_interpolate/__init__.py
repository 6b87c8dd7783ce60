from conf_interpolate.config import Config, ConfigError, parse

__all__ = ["Config", "ConfigError", "parse"]
