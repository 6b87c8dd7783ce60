from imaging.geometry import Size, cover, fit

PRESETS = {
    "thumb": ("cover", Size(100, 100)),
    "card": ("fit", Size(400, 300)),
    "full": ("fit", Size(1600, 1200)),
}


def file_name(name, preset, size):
    stem, dot, suffix = name.rpartition(".")
    if not dot:
        stem, suffix = name, "jpg"
    return f"{stem}-{preset}-{size}.{suffix}"


def variants(name, size, presets=PRESETS):
    """File name by preset; presets that would give the picture as it is are left out."""
    found = {}
    for preset, (mode, box) in presets.items():
        target = fit(size, box) if mode == "fit" else box
        if target != size:
            found[preset] = file_name(name, preset, target)
    return found
