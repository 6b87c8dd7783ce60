from aisle_picker.picking import PickingPlan, plan_order
from aisle_picker.warehouse import OutOfStock, Shelf, Warehouse

__all__ = ["OutOfStock", "PickingPlan", "Shelf", "Warehouse", "plan_order"]
