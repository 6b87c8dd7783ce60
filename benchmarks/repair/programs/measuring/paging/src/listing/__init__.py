from listing.pages import Page, PageError, paginate
from listing.links import links

__all__ = ["Page", "PageError", "links", "paginate"]
