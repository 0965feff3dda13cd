"""Stores of each release, frozen: what every later release reads, proves, shows and plays on.

`scripts/freeze VERSION` writes a folder of archives once. `FROZEN` has the digest of every file in
it; a test refuses any change, so an older form stays readable by an upcaster and by nothing else.
"""

import hashlib
import io
import json
import shutil
import tarfile
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from campaign.store.protocol import folder_name
from events import seal_secrets
from scripts import postgres_server
from stores import promised
from support import example_story, recorded
from support.command_line import Shell

HERE = Path(__file__).parent
RECORD = "FROZEN"
DESCRIPTION = HERE.with_name("openapi.json")
CLUB, DATABASE, EXAMPLES = "club", "club-in-postgresql", "examples"
SETTINGS = "club.toml"
SERVICE = """\
[service]
url = "https://club.example.org"
proxy = ["127.0.0.1"]
backup_every = 12
log = "requests"

[mail]
host = "smtp.example.org"
from = "Our club <club@example.org>"
"""
READS = ("show", "members", "log", "receipts")
"""What programs ask of a campaign: each answer is frozen."""
LOOKS = ("status", "disputes", "bookmarks", "replay", "points", "cup", "leaders", "stats",
         "standings", "commanders", "act list", "rules show", "mail-status", "witness")  # fmt: skip
"""What they may ask besides, where the game has it: of each answer keys and kinds are frozen."""
ENTROPY = (("entropy", "{}", "grey geese"), ("undo", "{}"))
"""What goes on in any campaign that is not over."""
REOPENS = (("reopen", "{}", "--reason", "Once more."),)
"""What its host can ask for where it is over."""

SEALS = ("seal", "--campaign-id", "<campaign_id>", "--kind", "ballot", "--draw", "2",
         "--power", "usa", "--choice", "no-veto", "--secret", "usa.code", "--json")  # fmt: skip
CORRECTS = ("--as", "ref", "correct", "amend", "winter", "d1", "21", "points/japan=3")
AGAIN = ("--as", "ref", "correct", "amend", "winter", "d2", "21", "points/japan=2")


def _corrected(campaign: str, how: str, *words: str) -> tuple[tuple[str, ...], ...]:
    """A correction under a campaign's first dispute: its preview, then what that says to type."""
    call = ("--as", "ref", "correct", how, campaign, "d1", *words)
    return call, (*call, "--seen", "<>")


FILES = {
    "usa.code": f"{seal_secrets.code(bytes(range(20)))}\n",
    "sent.json": '{"command": "TellAbsence", "first": "2100-01-03", "last": "2100-01-17"}\n',
    "paper.csv": "turn;1941-JF\nvichy;installed\n\nName;Plays\nAnna;Germany\n",
    "later.json": '{"command": "TellAbsence", "first": "2100-02-03", "last": "2100-02-17"}\n',
}
"""A code from which a device's seals follow, a war on paper, what a member sends as JSON Lines."""
STORY: tuple[tuple[str, ...], ...] = (
    ("start", "winter", "--scenario", "global-war", "--ruling", "draws=table"),
    ("enrol", "winter", "anna", "--name", "Anna", "--role", "player", "--email", "a@example.org"),
    ("enrol", "winter", "ref", "--name", "Ref", "--role", "referee"),
    ("assign", "winter", "germany", "anna"),
    ("board", "winter"),
    ("draw", "winter", "franco"),
    ("ballots", "winter", "japan=veto", "rest=no"),
    ("reveal", "winter"),
    ("--as", "anna", "dispute", "raise", "winter", "21", "That veto cost three."),
    ("--as", "ref", "dispute", "rule", "winter", "d1", "upheld", "It did."),
    CORRECTS,
    (*CORRECTS, "--seen", "<>"),
    ("branch", "winter", "--name", "what-if"),
    ("invite", "winter", "anna"),
    ("token", "winter", "anna"),
    ("--as", "anna", "identity", "--file", "anna.key", "--json"),
    ("--as", "anna", "key", "enrol", "winter", "<public>"),
    ("--as", "anna", "countersign", "winter", "--key", "anna.key"),
    ("--as", "anna", "submit", "winter", "sent.json", "--receipt", "answer.json"),
    ("--as", "anna", "diary", "write", "winter", "It rained for a week."),
    ("--as", "anna", "diary", "write", "winter", "Not yet.", "--until", "end"),
    ("--as", "anna", "talk", "winter", "Well played!"),
    ("draw", "winter", "guderian"),
    ("status", "winter", "--json"),
    SEALS,
    ("ballot", "winter", "usa", "--commitment", "<commitment>"),
    ("ballots", "winter", "rest=no"),
    ("start", "spring", "--scenario", "anzio"),
    ("enrol", "spring", "ref", "--role", "referee"),
    ("enrol", "spring", "anna"),
    ("enrol", "spring", "ben"),
    ("member", "join", "spring", "anna", "allies"),
    ("member", "join", "spring", "ben", "axis"),
    ("battle", "begin", "spring", "--platoons", "axis=5"),
    ("dice", "spring", "rally", "side=allies", "rating=confident", "dice=4"),
    (
        "--as",
        "anna",
        "result",
        "spring",
        "anzio",
        "objective",
        "allies",
        "--turn",
        "6",
        "--lost",
        "allies=1",
        "--lost",
        "axis=3",
    ),
    ("--as", "ben", "result", "confirm", "spring", "anzio"),
    ("turn", "spring"),
    ("dispute", "raise", "spring", "14", "It was four."),
    ("--as", "ref", "dispute", "rule", "spring", "d1", "upheld", "Four it was."),
    *_corrected("spring", "amend", "14", "lost/axis=4"),
    *_corrected("spring", "insert", "17", "entropy", "value=grey geese"),
    ("start", "case", "--scenario", "global-war"),
    ("enrol", "case", "ref", "--role", "referee"),
    ("war", "case", "germany", "poland"),
    ("turn", "entropy", "case", "tails"),
    ("turn", "entropy", "case", "heads"),
    ("dispute", "raise", "case", "7", "8", "Neither was so."),
    ("--as", "ref", "dispute", "rule", "case", "d1", "upheld", "Indeed."),
    *_corrected("case", "strike-out", "8"),
    *_corrected("case", "insert", "7", "war", "attacker=germany", "target=france"),
    *_corrected("case", "adjust", "veto-points", "germany", "--by", "-1"),
    *_corrected("case", "rewind", "8"),
    ("rules", "new", "bridges.toml", "--like", "evening"),
    ("start", "bridges", "--rules", "bridges.toml"),
    ("enrol", "bridges", "ref", "--role", "referee"),
    ("bridges", "battle", "winner=anselm", "loser=brida", "bridge=middle", "bloody=yes"),
    ("act", "confirm", "bridges", "1"),
    ("turn", "bridges", "--yes"),
    ("dispute", "raise", "bridges", "6", "It was the south bridge."),
    ("--as", "ref", "dispute", "rule", "bridges", "d1", "upheld", "South it was."),
    *_corrected("bridges", "amend", "6", "values/bridge=south"),
    ("start", "sea", "--scenario", "naval"),
    ("enrol", "sea", "ref", "--role", "referee"),
    ("sea", "sail", "to=narrows", "raid=no", "--seat", "vale"),
    ("sea", "sail", "to=narrows", "raid=no", "--seat", "pike"),
    ("act", "open", "sea", "sail", "--yes"),
    ("turn", "phase", "sea"),
    ("sea", "action", "attacker=vale", "target=pike"),
    ("turn", "sea", "--yes"),
    ("dispute", "raise", "sea", "10", "They never met."),
    ("--as", "ref", "dispute", "rule", "sea", "d1", "upheld", "They did not."),
    *_corrected("sea", "strike-out", "10"),
    ("sea", "sail", "to=banks", "raid=yes", "--seat", "moss"),
    ("take-over", "thursday", "paper.csv", "--yes"),
)
"""A club of three games: disputes with corrections of every kind, a what-if, devices, a signature,
a receipt, a diary, a position from paper, rules of its own with dice, a confirmation and an
opening, and choices, one of them a device's, that are sealed and not opened yet. A word in angle
brackets is taken from what the call before it answered; `<>` is that answer's last.
"""
GOES_ON: tuple[tuple[str, ...], ...] = (
    ("fix", "winter", "--yes"),
    ("reveal-ballot", "winter", "usa", "--secret", "usa.code"),
    ("reveal", "winter"),
    ("receipt", "answer.json", "--sent", "sent.json"),
    ("--as", "anna", "submit", "winter", "later.json"),
    ("--as", "anna", "dispute", "raise", "winter", "21", "Was it three?", "--sign", "anna.key"),
    ("--as", "ref", "dispute", "rule", "winter", "d2", "upheld", "Two, as the chits say."),
    AGAIN,
    (*AGAIN, "--seen", "<>"),
    ("--as", "anna", "diary", "edit", "winter", "w1", "It rained for two weeks."),
    ("show", "what-if"),
    ("mail-choices", "winter", "anna"),
    ("act", "open", "sea", "sail", "--yes"),
    *_corrected("spring", "amend", "14", "lost/axis=2"),
    *_corrected("case", "amend", "7", "target=belgium"),
    *_corrected("bridges", "amend", "6", "values/bridge=north"),
)
"""What is done with it later: key and code open what was sealed, the receipt proves what was sent,
the signature is still known, the people are there.
"""


STATUSES: tuple[tuple[str, ...], ...] = (
    ("list",),
    ("verify", "winter"),
    ("scenario", "list"),
    ("rules", "check", "paper.csv"),
    ("draw", "case", "nobody"),
    ("reveal", "case"),
    ("war", "case", "germany", "germany"),
    ("--as", "nobody", "act", "list", "sea"),
    ("show", "nowhere"),
    ("show",),
    ("nonesuch",),
    ("list", "--nonesuch"),
    ("verify", "--file", "nowhere.jsonl"),
    ("verify", "--file", "paper.csv"),
)
"""Calls that change nothing, whose exit statuses are frozen: fine, refused, typed wrongly."""


def archives(place: Path = HERE) -> list[Path]:
    """Every frozen archive, by release and name."""
    return sorted(place.glob("*/*.tar.xz"))


# --- how a release is frozen --------------------------------------------------------------------


def freeze(version: str, place: Path, only: Iterable[str] = ()) -> list[Path]:
    """Writes a release's archives into a folder of its own, and their digests into the list.

    The folder is there once all of it is written.
    """
    if (place / version).exists():
        raise FileExistsError(place / version)
    with TemporaryDirectory() as made:
        folder = Path(made, version)
        folder.mkdir()
        _write(folder, only)
        shutil.copytree(folder, place / version)
    lines = [f"{digest}  {name}\n" for name, digest in sorted(digests(place).items())]
    (place / RECORD).write_text("".join(lines))
    return sorted((place / version).iterdir())


def _write(folder: Path, only: Iterable[str]) -> None:
    for name in only or (CLUB, DATABASE, EXAMPLES, *(one.name for one in _campaigns())):
        with TemporaryDirectory() as work:
            _pack(_made(name, Path(work)), folder / f"{name}.tar.xz")
    shutil.copyfile(DESCRIPTION, folder / "openapi.json")
    (folder / "examples.txt").write_text("\n".join(promised.examples()) + "\n", encoding="utf-8")
    (folder / "typed.json").write_text(json.dumps(promised.typed(), indent=1) + "\n")
    lines = [f"{digest}  {case}\n" for case, digest in sorted(promised.cases().items())]
    (folder / "cases.txt").write_text("".join(lines))
    lines = [f"{digest}  {topic}\n" for digest, topic in promised.forms().items()]
    (folder / "events.txt").write_text("".join(lines))


def _campaigns() -> list[Path]:
    return [*recorded.FOLDERS, *recorded.FOW]


def _made(name: str, work: Path) -> Path:
    """The folder of one archive: store, key, people, exports, and what is shown of them."""
    shell = Shell(work / "club")
    shell.folder.mkdir()
    if name in (CLUB, DATABASE):
        for file, text in {**FILES, SETTINGS: SERVICE}.items():
            (shell.folder / file).write_text(text)
        called(shell, STORY)
        campaigns = ["winter", "what-if", "spring", "case", "bridges", "sea", "thursday"]
        later = GOES_ON
    elif name == EXAMPLES:
        example_story.runs(shell.folder, promised.examples(), CAMPAIGN_STORE=str(shell.store))
        listed = json.loads(shell.fine("list", "--json"))
        campaigns, later = [one["campaign"] for one in listed], ()
    else:
        recorded.played(recorded.HERE / name, shell.folder)
        campaigns, later = [recorded.NAME], ()
    place = work / "frozen"
    place.mkdir()
    shell.fine("backup", str(place / "campaign.db"))
    mine = (SETTINGS, *FILES, "anna.key", "answer.json")
    for file in (shell.store.with_suffix(".vault"), *(shell.folder / name for name in mine)):
        if file.is_file():
            shutil.copy(file, place)
    shown = {one: _shown(shell, one, place) for one in campaigns}
    ended = statuses(shell) if name in (CLUB, DATABASE) else []
    for one in campaigns:
        goes_on = shell("entropy", one, "grey geese").status == 0
        calls = ENTROPY if goes_on else REOPENS
        later = (*later, *(tuple(word.format(one) for word in call) for call in calls))
    (place / "expected.json").write_text(
        json.dumps({"shown": shown, "ended": ended, "later": later}, indent=1, ensure_ascii=False)
        + "\n",
        encoding="utf-8",
    )
    return _in_a_database(place, work) if name == DATABASE else place


def called(shell: Shell, calls: Iterable[Iterable[str]]) -> list[str]:
    """Makes calls one after another, each of which must succeed; what they said."""
    said = [""]
    for call in calls:
        said.append(shell.fine(*(_filled(word, said[-1]) for word in call)))
    return said[1:]


def _filled(word: str, said: str) -> str:
    """A word of the story, or what it names in the answer before it; `<>` is its last word."""
    if word == "<>":
        return said.rsplit(maxsplit=1)[-1]
    return str(json.loads(said)[word[1:-1]]) if word[0] == "<" else word


def _shown(shell: Shell, campaign: str, place: Path) -> Any:
    """Exports a campaign; what programs are answered about it."""
    shell.fine("export", campaign, str(place / f"{campaign}.jsonl"))
    return answers(shell, campaign)


def answers(shell: Shell, campaign: str) -> dict[str, list[Any]]:
    """What verbs that read answer about a campaign, a line of JSON each; of some the shape."""
    said = {verb: shell.fine(verb, campaign, "--json").splitlines() for verb in READS}
    told = {verb: [json.loads(line) for line in lines] for verb, lines in said.items()}
    for verb in LOOKS:
        if (done := shell(*verb.split(), campaign, "--json")).status == 0:
            told[verb] = [promised.shape(json.loads(line)) for line in done.out.splitlines()]
    return told


def statuses(shell: Shell) -> list[int]:
    """The exit status of each call that changes nothing."""
    return [shell(*call).status for call in STATUSES]


def _in_a_database(files: Path, work: Path) -> Path:
    """The same store moved to PostgreSQL, and dumped there."""
    server = postgres_server.started()
    if server is None:
        raise SystemExit(f"needs {postgres_server.WANTED}")
    try:
        url = server.database()
        shell = Shell(work / "moving")
        shutil.copytree(files, shell.folder)
        shell.fine("store-move", str(shell.store), "--to", url)
        place = work / "dumped"
        place.mkdir()
        (place / "club.sql").write_bytes(server.program("pg_dump", "--no-owner", url))
        shutil.copy(shell.data / folder_name(url) / "club.vault", place)
        shutil.copy(files / "expected.json", place)
        for file in (*FILES, "anna.key", "answer.json"):
            shutil.copy(files / file, place)
    finally:
        server.stop()
    return place


def _pack(folder: Path, archive: Path) -> None:
    """An archive whose bytes follow from the files in the folder alone."""
    with tarfile.open(archive, "w:xz", preset=9) as packed:
        for file in sorted(folder.iterdir()):
            about = tarfile.TarInfo(file.name)
            about.size, about.mode = file.stat().st_size, 0o600
            packed.addfile(about, io.BytesIO(file.read_bytes()))


def unpacked(archive: Path, folder: Path) -> Any:
    """Unpacks an archive; what is expected of it."""
    with tarfile.open(archive) as packed:
        packed.extraction_filter = getattr(tarfile, "data_filter", None)  # since Python 3.11.4
        packed.extractall(folder)
    return json.loads((folder / "expected.json").read_text(encoding="utf-8"))


# --- what may not change ------------------------------------------------------------------------


def digests(place: Path = HERE) -> dict[str, str]:
    """The digest of every frozen file, by its name below the folder."""
    files = [file for file in place.glob("*/*") if file.is_file() and file.suffix != ".pyc"]
    return {
        file.relative_to(place).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in files
    }


def changed(place: Path = HERE) -> list[str]:
    """A line for each frozen file that is gone, new or not what it was."""
    known: dict[str, str] = {}
    if (place / RECORD).is_file():
        lines = (place / RECORD).read_text().splitlines()
        known = {name: digest for digest, _, name in (line.partition("  ") for line in lines)}
    now = digests(place)
    return [
        f"{name}: {'is gone' if name not in now else 'is not what was frozen'}"
        for name in sorted({*known, *now})
        if known.get(name) != now.get(name)
    ]
