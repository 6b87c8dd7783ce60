"""What is done beside like statements elsewhere is proposed where it is missing; nothing that reads unknown names."""

from testfix_pipeline.repair.languages.python.ingredients.companions import propose_companions
from testfix_pipeline_tests.repair.sources import shape, texts

CACHE = """
class Cache:
    def get(self, key):
        entry = self.entries.get(key)
        self.entries[key] = entry
        return entry

    def set(self, name, value):
        self.entries.pop(name, None)
        self.entries[name] = value
        self.changed(name)
"""
OWN = "        self.entries[key] = entry\n"


def test_what_goes_before_and_after_a_change_elsewhere_is_proposed_with_the_names_of_this_place() -> None:
    found = texts(propose_companions, CACHE)
    assert shape(CACHE.replace(OWN, "        self.entries.pop(key, None)\n" + OWN)) in found
    assert shape(CACHE.replace(OWN, OWN + "        self.changed(key)\n")) in found
