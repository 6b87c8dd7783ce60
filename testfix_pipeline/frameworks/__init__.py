"""Test frameworks of any language behind one interface: `docs/add-a-test-framework.md` says how to write an adapter."""
