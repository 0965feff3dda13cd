"""A snapshot's label: a digest of exactly the sources that a fold of its system passes through."""

from pathlib import Path

import pytest

from campaign.lif.system import SYSTEM
from campaign.store import snapshots
from campaign.systems import SYSTEMS

ROOT = Path(__file__).parents[2]
FILES = {
    file.relative_to(ROOT).as_posix(): file.read_bytes()
    for package in ("campaign", "events")
    for file in (ROOT / package).rglob("*")
    if file.is_file() and "__pycache__" not in file.parts
}
ROOTS = snapshots.fold_modules(SYSTEM)
ALONE = snapshots.ALONE
LABEL = snapshots.digest(FILES, ROOTS, ALONE)


def relabelled(path: str) -> bool:
    """Whether a change of one file gives another label."""
    changed = {**FILES, path: FILES[path] + b"\n"}
    return snapshots.digest(changed, ROOTS, ALONE) != LABEL


PASSED = {
    "the codec": "events/codec.py",
    "the chain": "events/chain.py",
    "an event's form": "events/lif/us_entry.py",
    "the record's events": "events/disputes.py",
    "members and turns": "campaign/kernel/members.py",
    "how a state begins": "campaign/lif/state.py",
    "how chapters are put together": "campaign/kernel/system.py",
    "the fold of a chapter": "campaign/lif/on_map/fold.py",
    "whose leader it is": "campaign/lif/politics/sides.py",
    "the system's state": "campaign/lif/state.py",
    "what a correction does": "campaign/history/effective.py",
    "what is recorded of corrections": "campaign/kernel/record.py",
    "what a correction does to the game": "campaign/lif/corrections.py",
    "a table": "campaign/lif/tables/leaders.csv",
    "a table in a folder": "campaign/lif/tables/scenarios/global-war.toml",
    "the reader that folds": "campaign/store/reader.py",
}
"""A file of each kind that a fold passes through."""

BESIDE = {
    "the list of chapters": "campaign/lif/system.py",
    "what a chapter decides": "campaign/lif/us_entry/chits/pools.py",
    "a verb": "campaign/cli/shared_verbs/audit.py",
    "a report": "campaign/reports/views.py",
    "a section of a report": "campaign/lif/board/views/draws.py",
    "a template": "campaign/lif/board/templates/board.html",
    "a sentence": "campaign/lif/board/sentences.py",
    "advice": "campaign/extensions/adviser/advise.py",
    "a read table": "campaign/projections/rows.py",
    "the store": "campaign/store/sqlite/store.py",
    "the audit": "campaign/verify/audit.py",
    "a correction's preview": "campaign/disputes/impact.py",
    "the list of systems": "campaign/systems.py",
}
"""Files that change no state."""


@pytest.mark.parametrize("path", PASSED.values(), ids=PASSED)
def test_a_change_of_what_a_fold_passes_through_gives_another_label(path: str) -> None:
    """An old snapshot is not read under it."""
    assert relabelled(path)


@pytest.mark.parametrize("path", BESIDE.values(), ids=BESIDE)
def test_a_change_of_anything_else_leaves_the_label(path: str) -> None:
    """Snapshots stay of use."""
    assert not relabelled(path)


def test_the_label_is_that_of_the_files_in_use() -> None:
    """As read from the two packages, and one for each rule system."""
    assert snapshots.fingerprint("lif") == f"snapshot-lif-{LABEL}"
    assert len({snapshots.fingerprint(system) for system in SYSTEMS}) == len(SYSTEMS)


def test_a_file_moved_to_another_path_gives_another_label() -> None:
    """Two files that change places too, though the same bytes are there."""
    one, other = (
        "campaign/lif/board/cup.py",
        "campaign/lif/politics/wars.py",
    )
    changed = {**FILES, one: FILES[other], other: FILES[one]}
    assert snapshots.digest(changed, ROOTS, ALONE) != LABEL


# --- a tree made up -----------------------------------------------------------------------------

TREE = {
    "events/__init__.py": b"",
    "events/codec.py": b"from events import base",
    "events/base.py": b"",
    "events/other.py": b"",
    "campaign/__init__.py": b"",
    "campaign/shared.py": b"def late():\n    from campaign import deeper\n",
    "campaign/deeper.py": b"",
    "campaign/one/__init__.py": b"from campaign.one import (\n  rules,  # rules\n  state,\n)",
    "campaign/one/rules.py": b"import campaign.shared",
    "campaign/one/state.py": b"",
    "campaign/one/pages.py": b"",
    "campaign/one/tables/sheet.csv": b"1",
    "campaign/other/__init__.py": b"from campaign import shared\nfrom events import other",
    "campaign/other/tables/sheet.csv": b"2",
    "campaign/page.html": b"",
}


def test_a_system_rests_on_what_it_imports_and_on_no_other_system() -> None:
    """Imports of imports, late ones and those in brackets; its own data and no template."""
    found = snapshots.sources(TREE, ["campaign.one.rules", "events.codec"])
    assert found == (
        "campaign/__init__.py",
        "campaign/deeper.py",
        "campaign/one/__init__.py",
        "campaign/one/rules.py",
        "campaign/one/state.py",
        "campaign/one/tables/sheet.csv",
        "campaign/shared.py",
        "events/__init__.py",
        "events/base.py",
        "events/codec.py",
    )
    changed = {**TREE, "campaign/other/__init__.py": b"", "campaign/other/tables/sheet.csv": b"3"}
    roots = ["campaign.one.rules", "events.codec"]
    assert snapshots.digest(changed, roots) == snapshots.digest(TREE, roots)
