"""The files of a folder or ZIP of reports, as somebody got them. IO."""

import zipfile
from pathlib import Path, PurePosixPath

from campaign.store.protocol import StoreError

LARGEST = 64_000_000
"""Bytes of one file in a ZIP, unpacked; no report comes near."""
MOST = 1_000_000_000
"""Bytes of all of them."""
COMPARED = (".html", ".svg", ".atom")
"""The endings of files that are compared; of others only the names are told."""


class NoReportsError(StoreError):
    """What was given is no folder or ZIP of reports. One line for the user."""


def read_files(place: Path) -> dict[str, bytes]:
    """Every file by its name, those in folders below left out; of a ZIP those in its one folder.

    One that is not compared is empty here.

    Raises `NoReportsError` for a file that is no ZIP, or one that cannot be read.
    """
    try:
        if place.is_dir():
            files = (file for file in sorted(place.iterdir()) if _own(file))
            return {file.name: file.read_bytes() if _read(file.name) else b"" for file in files}
        with zipfile.ZipFile(place) as packed:
            return _unpacked(place, packed)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError) as error:
        text = f"{place} is neither a folder nor a ZIP of reports that can be read"
        raise NoReportsError(text) from error
    except OSError as error:
        text = f"cannot read the reports in {place}: {error.strerror or error}"
        raise NoReportsError(text) from error


def _own(file: Path) -> bool:
    return file.is_file() and not file.name.startswith(".")


def _read(name: str) -> bool:
    return PurePosixPath(name).suffix in COMPARED


def _unpacked(place: Path, packed: zipfile.ZipFile) -> dict[str, bytes]:
    """The files of a ZIP, read in memory; nothing is written, whatever their names are."""
    listed = [one for one in packed.infolist() if not one.is_dir()]
    sizes = [one.file_size for one in listed]
    if max(sizes, default=0) > LARGEST or sum(sizes) > MOST:
        raise NoReportsError(f"{place} is larger unpacked than any reports are")
    if len({PurePosixPath(one.filename).parent for one in listed}) > 1:
        raise NoReportsError(f"{place} has files in several folders: unpack it and name one")
    names = [PurePosixPath(one.filename).name for one in listed]
    if len(set(names)) < len(names):
        raise NoReportsError(f"{place} has two files of one name")
    files = zip(names, listed, strict=True)
    return {name: packed.read(one) if _read(name) else b"" for name, one in files}
