from slip.decoder import Decoder
from slip.encoder import encode

__all__ = ["Decoder", "encode"]
