"""Plugins register themselves by being defined.

A direct subclass of Plugin is a kind (it has no `name`); subclasses of a kind that have a `name` are its plugins.
"""


class PluginError(Exception):
    pass


class Plugin:
    name = None
    registry = {}

    def __init_subclass__(cls, **options):
        super().__init_subclass__(**options)
        if cls.name is None:
            return
        known = cls.registry.get(cls.name)
        if known is not None and known.__qualname__ != cls.__qualname__:
            raise PluginError(f"{cls.name} is taken by {known.__qualname__}")
        cls.registry[cls.name] = cls

    @classmethod
    def get(cls, name):
        try:
            return cls.registry[name]
        except KeyError:
            known = ", ".join(sorted(cls.registry)) or "none"
            raise PluginError(f"no {cls.__name__.lower()} {name!r}, there are: {known}") from None

    @classmethod
    def names(cls):
        return sorted(cls.registry)
