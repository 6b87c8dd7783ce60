from calver.version import CalVer, VersionError, bump, latest

__all__ = ["CalVer", "VersionError", "bump", "latest"]
