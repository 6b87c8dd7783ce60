from wiki.links import Link, normal, parse_links
from wiki.pages import Wiki, WikiError

__all__ = ["Link", "Wiki", "WikiError", "normal", "parse_links"]
