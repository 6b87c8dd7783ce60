"""Expressions for slots, all from one enumerator, and the producers of edits that fill slots with them."""
