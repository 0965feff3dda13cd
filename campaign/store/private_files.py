"""Files that only their owner may read. IO."""

import os
from pathlib import Path


def make_private(file: Path) -> None:
    """Makes an empty file with the mode 600, or less where the umask says so, if there is none."""
    if not file.exists():
        os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
