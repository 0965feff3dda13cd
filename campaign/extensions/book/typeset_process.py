"""Typesets one folder in a process of its own, with little memory and no way out. IO.

It knows nothing of campaigns: the folder has the text, its values and its pictures.
"""

import sys
from pathlib import Path

MEMORY = 1 << 30
"""Bytes that it may take."""


def main(folder: str, stamp: str, fonts: str) -> None:
    """Writes `book.pdf` beside `book.typ`."""
    _limit()
    import typst

    root = Path(folder)
    typst.compile(
        str(root / "book.typ"),
        output=str(root / "book.pdf"),
        root=str(root),
        font_paths=[fonts] if fonts else [],
        ignore_system_fonts=True,
        format="pdf",
        pdf_standards=["a-2a", "ua-1"],
        package_path=root / "none",
        package_cache_path=root / "none",
        timestamp=int(stamp),
    )


def _limit() -> None:
    """Where the system knows such limits."""
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


if __name__ == "__main__":
    main(*sys.argv[1:])
