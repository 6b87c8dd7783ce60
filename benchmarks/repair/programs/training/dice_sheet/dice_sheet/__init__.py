from dice_sheet.scoring import CATEGORIES, score
from dice_sheet.sheet import Sheet, SheetError

__all__ = ["CATEGORIES", "Sheet", "SheetError", "score"]
