from sheet.cells import Sheet

__all__ = ["Sheet"]
