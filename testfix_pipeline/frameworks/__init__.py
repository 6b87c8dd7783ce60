"""Test frameworks of any language behind one interface: `docs/frameworks.md` says how to write an adapter."""
