"""The adapters that come with this package; each is registered as any other one is, by an entry point."""
