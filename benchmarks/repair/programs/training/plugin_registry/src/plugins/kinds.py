import json

from plugins.base import Plugin


class Importer(Plugin):
    def load(self, text):
        raise NotImplementedError


class Exporter(Plugin):
    def dump(self, rows):
        raise NotImplementedError


class JsonImporter(Importer):
    name = "json"

    def load(self, text):
        return json.loads(text)


class TabImporter(Importer):
    name = "tab"

    def load(self, text):
        return [line.split("\t") for line in text.splitlines()]


class TabExporter(Exporter):
    name = "tsv"

    def dump(self, rows):
        return "\n".join("\t".join(map(str, row)) for row in rows)


def convert(text, source, target):
    return Exporter.get(target)().dump(Importer.get(source)().load(text))
