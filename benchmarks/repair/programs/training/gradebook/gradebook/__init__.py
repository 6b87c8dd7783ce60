from gradebook.book import Category, Gradebook
from gradebook.letters import letter

__all__ = ["Category", "Gradebook", "letter"]
