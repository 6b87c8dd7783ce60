from plugins.base import Plugin, PluginError
from plugins.kinds import Exporter, Importer

__all__ = ["Exporter", "Importer", "Plugin", "PluginError"]
