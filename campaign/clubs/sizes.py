"""How large a club is: of a file with its people, or of a database. IO."""

from campaign.people.database import people_path
from campaign.store.place import StorePlace

TAILS = ("", "-wal")
"""The suffixes of what SQLite keeps of a database."""
_UNITS = ((10**9, "GB"), (10**6, "MB"), (10**3, "kB"))


def bytes_of(place: StorePlace) -> int:
    """How many bytes a club's record and people take up. Read tables and pages do not count."""
    if place.is_database:
        from campaign.store.postgres.connections import connections_of

        with connections_of(place).one() as connection:
            row = connection.execute("SELECT pg_database_size(current_database())").fetchone()
        return int(row[0]) if row else 0
    files = (place.file, people_path(place.file))
    beside = (file.with_name(file.name + tail) for file in files for tail in TAILS)
    return sum(file.stat().st_size for file in beside if file.exists())


def in_words(size: int) -> str:
    """Bytes for a reader."""
    for unit, name in _UNITS:
        if size >= unit:
            return f"{size / unit:.1f}".removesuffix(".0") + f" {name}"
    return f"{size} bytes"


def read(typed: str) -> int | None:
    """How many bytes somebody means by `200MB` or `2 GB`; None if it is no size."""
    plain = typed.strip().lower().replace(" ", "").removesuffix("b")
    factor = next((unit for unit, name in _UNITS if plain.endswith(name[0].lower())), 1)
    digits = plain[:-1] if factor > 1 else plain
    return int(digits) * factor if digits.isascii() and digits.isdecimal() else None
