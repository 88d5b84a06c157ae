"""Hash the kernel's sources, so that a compiled kernel can be matched with them."""

import os
from hashlib import sha256


def hash_sources(folder: str) -> str:
    """Return a hash over the names and contents of the `.py` and `.pxd` files in a folder."""
    digest = sha256()
    for name in sorted(os.listdir(folder)):
        if name.endswith((".py", ".pxd")):
            with open(os.path.join(folder, name), "rb") as file:
                content = file.read()
            digest.update(f"{name} {len(content)}\n".encode() + content)
    return digest.hexdigest()
