from window_cutouts.cut import common, cut_out, first_gap
from window_cutouts.span import Span, parse_span

__all__ = ["Span", "common", "cut_out", "first_gap", "parse_span"]
