"""`verify` of a valid record, every act decided again, against reading and decoding it."""

from pathlib import Path

from campaign.store.audit import sound_record
from campaign.store.export import audit_of
from campaign.store.ledger import Ledger
from campaign.verify.audit import Verification
from scripts.benchmark import long_play
from scripts.benchmark.families.replaying import loop
from scripts.benchmark.figures import Figure, Limit, Row, Task
from scripts.benchmark.plan import Family, Lane, Sizes
from scripts.benchmark.sample import Part, Stopwatch

TIMES = 2
"""How often each side has its turn in one process."""
SHOWN = 100_000
"""The number of events that the time is given for."""


def verify(folder: Path, work: int) -> dict[str, Part]:
    """A played campaign audited in full: as the verb does it, in one process, and the bare loop."""
    ours, single, bare = Stopwatch(), Stopwatch(), Stopwatch()
    path = folder / f"long-{work}.db"
    read, checked = loop(path, long_play.NAME), 0
    for _ in range(TIMES):
        with Ledger(path) as ledger:
            ledger.names()  # connects
            with ours:
                sound_record(ledger, long_play.NAME) or _looked_at(ledger)
            with single:
                audit = _looked_at(ledger)
        if audit.facts_until or audit.acts is None or audit.acts.judged * 3 < audit.checked:
            raise SystemExit("verify has not decided every act again")
        with bare:
            done = read()
        assert done == audit.checked
        checked += done
    parts = {"ours": ours, "single": single, "loop": bare}
    return {name: watch.part(checked) for name, watch in parts.items()}


def _looked_at(ledger: Ledger) -> Verification:
    """The audit of a record in one process, which must find nothing."""
    audit = audit_of(ledger, long_play.NAME)
    for fault in audit.findings(ledger.store.rows(long_play.NAME)):
        raise SystemExit(f"verify found {fault}")
    return audit


def figures(sizes: Sizes) -> list[Figure]:
    """The lines about verify."""
    short, whole = Task("verify", sizes.played[0]), Task("verify", sizes.played[-2])
    what = f"`verify` of {whole.work:,} events"
    warm = "warm: program loaded"
    return [
        Figure(
            about=f"{what}, one process / bare read-and-decode loop over the same bytes, in turns",
            caches=warm,
            tasks=(whole,),
            part="single",
            form="cost",
            against="loop",
        ),
        Figure(
            about=f"`verify` of {SHOWN:,} events, in two processes",
            caches=warm,
            tasks=(whole,),
            unit="s",
            per=SHOWN,
        ),
        Figure(
            about=f"`verify` of {SHOWN:,} events, one process",
            caches=warm,
            tasks=(whole,),
            part="single",
            unit="s",
            per=SHOWN,
            goal=21,
            limit=Limit(whole, "loop", "decode and drop"),
            by="cpu",
            row=Row("felt", f"`campaign verify` of {SHOWN:,} played events"),
        ),
        Figure(
            about=f"`verify` of {whole.work:,} events / of {short.work:,}",
            caches=warm,
            tasks=(short, whole),
            part="single",
            form="times",
            row=Row("growth", "`campaign verify` (100 × is linear)", sizes.grown),
        ),
    ]


FAMILY = Family(
    "Verify",
    "The campaign is played act by act: ballots, votes, points, wars, moves taken back, disputes"
    " and corrections. Checked are its form, the chain, the fold, every act by deciding it again,"
    " the draws, what was sealed, and all receipts. From ten thousand events on, the verb has a"
    " second process look at rows and receipts while the first plays the record through; its CPU"
    " time is not in the line.",
    {"verify": Lane(verify, needs=("long",), rounds=3)},
    figures,
)
