"""The names under which Python packages are installed, by those under which they are imported."""

from __future__ import annotations

_CALLED_OTHERWISE = {
    "yaml": "pyyaml", "pil": "pillow", "cv2": "opencv-python", "sklearn": "scikit-learn", "skimage":
    "scikit-image", "bs4": "beautifulsoup4", "dateutil": "python-dateutil", "dotenv": "python-dotenv", "jwt":
    "pyjwt", "attr": "attrs", "git": "gitpython", "serial": "pyserial", "usb": "pyusb", "openssl":
    "pyopenssl", "crypto": "pycryptodome", "mysqldb": "mysqlclient", "psycopg2": "psycopg2-binary",
    "google.protobuf": "protobuf", "pkg-resources": "setuptools", "magic": "python-magic", "docx":
    "python-docx", "pptx": "python-pptx", "jose": "python-jose", "slugify": "python-slugify", "telegram":
    "python-telegram-bot", "zmq": "pyzmq", "win32api": "pywin32", "gi": "pygobject", "fitz": "pymupdf",
    "markdown-it": "markdown-it-py", "ruamel": "ruamel-yaml", "levenshtein": "python-levenshtein", "socks":
    "pysocks",
}  # fmt: skip
"""Import names (normalised) of distributions that are called otherwise."""


def distribution_of(module: str) -> str:
    """Return what to install for a top-level module."""
    name = module.lower().replace("_", "-").replace(".", "-")
    return _CALLED_OTHERWISE.get(name, name)
