"""The directory of an installation's clubs, in a folder and in a database, and their quotas."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from campaign.accounts.allowance import Quotas, bytes_of, in_words
from campaign.extensions.clubs.club import (
    Club,
    ClubError,
    as_directory_enters,
    beside,
    kept_address,
    named,
    public_url,
    without_password,
)
from campaign.extensions.clubs.directory import (
    ClubAllowance,
    ClubDirectory,
    allowance_of,
    read,
    store_of,
    stored,
)
from campaign.handler.command_handler import Actor, CommandHandler
from campaign.store.ledger import Ledger
from campaign.store.protocol import StoreError, place_of
from support.sessions import ledger_in
from support.web import MEMBERS, NAME

OPEN = {"scenario": "global-war", "rulebook": "lif-1998"}
THURSDAY = Club("thursday", "https://thursday.example", "thursday/club.db")


class Now:
    """A clock that is set."""

    def __init__(self) -> None:
        self.time = "2026-11-22T19:30:05.000Z"

    def __call__(self) -> str:
        return self.time


@pytest.fixture
def now() -> Now:
    """Half past seven, and five seconds."""
    return Now()


@pytest.fixture
def where(tmp_path: Path) -> str:
    """A directory's place: a folder; `all/` has the same with a database."""
    return str(tmp_path)


@pytest.fixture
def directory(where: str, now: Now) -> Iterator[ClubDirectory]:
    """A directory without clubs."""
    made = ClubDirectory(where, now)
    yield made
    made.close()


def test_a_new_directory_has_no_clubs(directory: ClubDirectory) -> None:
    """And looking makes none."""
    assert directory.clubs() == () and directory.club("thursday") is None
    assert not directory.exists()
    with pytest.raises(ClubError, match="there is no club 'thursday' in "):
        directory.must("thursday")


def test_a_club_is_kept_as_it_was_added(directory: ClubDirectory, where: str, now: Now) -> None:
    """Another process reads the same."""
    quotas = Quotas(campaigns=3, commands=60, mails=200, bytes=5_000_000)
    directory.add(Club("thursday", "https://thursday.example", "t/club.db", quotas=quotas))
    other = ClubDirectory(where, now)
    assert other.clubs() == (
        Club("thursday", "https://thursday.example", "t/club.db", "open", quotas, now.time),
    )
    directory.may_use("thursday", Quotas(mails=10))
    directory.lives_at("thursday", "elsewhere/club.db")
    assert other.must("thursday").quotas == Quotas(mails=10)
    assert other.must("thursday").store == "elsewhere/club.db"
    directory.remove("thursday")
    assert other.clubs() == ()
    other.close()


def test_no_two_clubs_share_a_name_an_address_or_a_store(directory: ClubDirectory) -> None:
    """A port tells no two apart for a browser."""
    directory.add(THURSDAY)
    for other, why in (
        (Club("thursday", "https://a.example", "a"), "there is a club 'thursday' in "),
        (
            Club("friday", "https://thursday.example:8443", "a"),
            "thursday has the name of https://thursday.example:8443 already; "
            "another port is not enough",
        ),
        (Club("friday", "https://a.example", "thursday/club.db"), "thursday has that store"),
    ):
        with pytest.raises(ClubError, match=why):
            directory.add(other)
    assert [club.name for club in directory.clubs()] == ["thursday"]


def test_a_state_changes_once(directory: ClubDirectory) -> None:
    """Of two who would move a club, one does."""
    directory.add(THURSDAY)
    assert directory.becomes("thursday", "moving", "open", "closed")
    assert not directory.becomes("thursday", "moving", "open", "closed")
    assert directory.must("thursday").state == "moving"
    assert not directory.becomes("friday", "closed", "open")


def test_uses_are_counted_up_to_the_quota_by_all_together(
    directory: ClubDirectory, where: str, now: Now
) -> None:
    """Eight at once, each with a directory of its own as processes have: fifty and not one more."""
    directory.add(THURSDAY)
    counted: list[bool] = []

    def use() -> None:
        own = ClubDirectory(where, now)
        for _ in range(10):
            counted.append(own.counted("thursday", "commands", "2026-11-22T19:30", 50))
        own.close()

    threads = [threading.Thread(target=use) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (counted.count(True), len(counted)) == (50, 80)
    assert directory.used("thursday", "commands", "2026-11-22T19:30") == 50
    assert directory.counted("thursday", "commands", "2026-11-22T19:31", 50)
    assert directory.used("thursday", "commands", "2026-11-22T19:31") == 1
    assert directory.used("thursday", "commands", "2026-11-22T19:30") == 0


def test_who_has_a_club_open_is_known_while_they_are_heard_of(
    directory: ClubDirectory, now: Now
) -> None:
    """A process that was killed keeps nobody from moving a club for longer than 20 seconds."""
    directory.serving("one", ["friday", "thursday"])
    directory.serving("two", ["thursday"])
    assert directory.who_has("thursday") == ["one", "two"]
    assert directory.who_has("thurs") == []
    directory.serving("one", ["friday"])
    assert directory.who_has("thursday") == ["two"]
    now.time = "2026-11-22T19:30:26.000Z"
    assert directory.who_has("thursday") == []
    directory.stopped("two")
    directory.serving("one", ["thursday"])
    assert directory.who_has("thursday") == ["one"]


# --- names, addresses, sizes --------------------------------------------------------------------


def test_what_a_club_may_be_called() -> None:
    """It names a folder and a database as well."""
    assert named("thursday-2") == "thursday-2"
    for wrong in ("", "-a", "Thursday", "a_b", "../a", "a" * 41, 'a"b'):
        with pytest.raises(ClubError, match="cannot name a club: use up to 40 small letters"):
            named(wrong)


def test_the_address_of_pages() -> None:
    """A name of its own, without a path."""
    assert public_url("https://Thursday.example/") == "https://thursday.example"
    for wrong in ("thursday.example", "ftp://a.example", "https://", "https://a.example/b"):
        with pytest.raises(ClubError, match=r"its url must be like https://club\.example, not "):
            public_url(wrong)


def test_a_directory_keeps_no_passwords() -> None:
    """Whoever reads it would have them."""
    for secret in ("postgresql://u:tiger@db/t", "postgresql://u@db/t?password=tiger"):
        with pytest.raises(ClubError) as caught:
            kept_address(secret)
        assert "tiger" not in str(caught.value)
        assert "write postgresql://u@db/t without one, and put it into ~/.pgpass" in str(
            caught.value
        )
        assert "tiger" not in without_password(secret)
    assert kept_address("postgresql://u@db/t") == "postgresql://u@db/t"
    assert kept_address("thursday/club.db") == "thursday/club.db"


@pytest.mark.parametrize(
    ("store", "directory", "entered"),
    [
        ("postgresql://u@db/t", "postgresql://u:tiger@db/l", "postgresql://u@db/t?password=tiger"),
        (
            "postgresql://u@/t?host=/run",
            "postgresql://u@/l?host=/run&password=ti%26ger",
            "postgresql://u@/t?host=/run&password=ti%26ger",
        ),
        ("postgresql://u@other/t", "postgresql://u:tiger@db/l", "postgresql://u@other/t"),
        ("postgresql://v@db/t", "postgresql://u:tiger@db/l", "postgresql://v@db/t"),
        ("postgresql://u@db:5433/t", "postgresql://u:tiger@db/l", "postgresql://u@db:5433/t"),
        ("postgresql://u@db/t", "postgresql://u@db/l", "postgresql://u@db/t"),
        ("t/club.db", "postgresql://u:tiger@db/l", "t/club.db"),
    ],
)
def test_the_directorys_password_goes_to_its_own_server_alone(
    store: str, directory: str, entered: str
) -> None:
    """The same user at the same server and port; to nobody else."""
    assert as_directory_enters(store, directory) == entered


def test_the_address_of_a_database_beside_the_directory() -> None:
    """On the same server; a password is not written down."""
    assert beside("postgresql://u:tiger@db:5433/l", "l_t") == "postgresql://u@db:5433/l_t"
    there = beside("postgresql://u@/l?host=/run&dbname=x&sslmode=require", "l_t")
    assert there == "postgresql://u@/l_t?host=/run&sslmode=require"


def test_a_store_below_the_directorys_folder_is_written_from_there(tmp_path: Path) -> None:
    """So that the folder can be carried elsewhere as a whole."""
    directory = place_of(tmp_path / "clubs.db")
    own, other = place_of(tmp_path / "t" / "club.db"), place_of(tmp_path.parent / "x.db")
    assert stored(own, directory) == "t/club.db"
    assert stored(other, directory) == str(other.file)
    for place in (own, other):
        assert store_of(Club("t", "", stored(place, directory)), directory) == place


def test_sizes_are_read_and_written() -> None:
    """In powers of ten, as disks are sold."""
    assert [read(typed) for typed in ("200MB", "2 GB", "500k", "17", "0")] == [
        200_000_000, 2_000_000_000, 500_000, 17, 0,
    ]  # fmt: skip
    assert [read(typed) for typed in ("", "MB", "-1", "1.5GB", "much")] == [None] * 5
    assert [in_words(size) for size in (17, 1500, 200_000_000, 2_500_000_000)] == [
        "17 bytes", "1.5 kB", "200 MB", "2.5 GB",
    ]  # fmt: skip


# --- quotas -------------------------------------------------------------------------------------


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    """The store of a club with one campaign."""
    own = tmp_path / "thursday"
    own.mkdir()
    with ledger_in(own) as made:
        assert made.open(NAME, setup={"members": MEMBERS}, **OPEN)["accepted"]
        yield made


@pytest.fixture
def desk(directory: ClubDirectory, ledger: Ledger, now: Now) -> Callable[[Quotas], CommandHandler]:
    """Makes a desk of a club with quotas."""

    def made(quotas: Quotas) -> CommandHandler:
        directory.add(Club("thursday", "https://thursday.example", "x", quotas=quotas))
        ticks = iter(range(10**6))  # each look reads the row anew
        allowance = ClubAllowance(
            directory, "thursday", ledger.store.place, now=now, monotonic=lambda: next(ticks) * 60
        )
        return CommandHandler(ledger, is_shared=False, allowance=allowance)

    return made


HOST = Actor("host", is_local=True)
ENTROPY = b'{"command": "AddEntropy", "by": "host", "value": "a red dress and nine oranges"}'


def test_a_command_over_the_quota_is_refused_and_leaves_no_event(
    desk: Callable[[Quotas], CommandHandler], ledger: Ledger, now: Now
) -> None:
    """Two a minute; in the next one they count anew."""
    made = desk(Quotas(commands=2))
    before = ledger.store.version(NAME)
    answers = [made.submit(NAME, ENTROPY, HOST).answer for _ in range(3)]
    receipts = len(list(ledger.store.receipts(NAME)))
    assert [answer["accepted"] for answer in answers][2:] == [False]
    assert (answers[2]["rule"], answers[2]["reason"]) == (
        "Quota",
        "this club may send 2 commands a minute, and has; try again in 55 seconds, "
        "or ask whoever runs the installation",
    )
    after = ledger.store.version(NAME)
    assert before < after
    now.time = "2026-11-22T19:31:00.000Z"
    made.submit(NAME, ENTROPY, HOST)
    assert len(list(ledger.store.receipts(NAME))) == receipts + 1


def test_one_campaign_more_than_the_quota_is_refused(
    desk: Callable[[Quotas], CommandHandler], ledger: Ledger
) -> None:
    """However it would come: begun, tried or brought in."""
    made = desk(Quotas(campaigns=2))
    assert made.open("second", **OPEN)["accepted"]
    why = (
        "this club may have 2 campaigns, and has 2, what-ifs among them; "
        "ask whoever runs the installation"
    )
    refused = made.open("third", **OPEN)
    assert (refused["accepted"], refused["rule"], refused["reason"]) == (False, "Quota", why)
    assert getattr(made.foresee_opening("third", **OPEN), "reason", "") == why
    with pytest.raises(StoreError) as caught:
        made.bring_in(lambda ledger: ("third", 1))
    assert str(caught.value) == why
    assert ledger.names() == [NAME, "second"]


def test_a_club_that_has_grown_too_large_records_no_more(
    desk: Callable[[Quotas], CommandHandler], ledger: Ledger
) -> None:
    """It is measured with its people; reading goes on."""
    size = bytes_of(ledger.store.place)
    assert size >= ledger.store.path.stat().st_size > 1000
    made = desk(Quotas(bytes=1000))
    version = ledger.store.version(NAME)
    for answer in (made.submit(NAME, ENTROPY, HOST).answer, made.open("second", **OPEN)):
        assert answer["rule"] == "Quota" and not answer["accepted"]
        assert str(answer["reason"]).startswith("this club may take up 1 kB, and takes up ")
        assert str(answer["reason"]).endswith("; ask whoever runs the installation for more room")
    assert ledger.store.version(NAME) == version and ledger.names() == [NAME]


def test_a_club_that_is_not_open_records_nothing(
    directory: ClubDirectory, desk: Callable[[Quotas], CommandHandler], ledger: Ledger
) -> None:
    """One sentence for each state."""
    made = desk(Quotas())
    version = ledger.store.version(NAME)
    for state, why in (
        ("closed", "this club is closed for now; nothing was recorded"),
        ("moving", "this club is moving and is back in a few minutes; nothing was recorded"),
        ("deleting", "this club has ended; nothing was recorded"),
    ):
        assert directory.becomes("thursday", state, "open", "closed", "moving")  # type: ignore[arg-type]
        for answer in (made.submit(NAME, ENTROPY, HOST).answer, made.open("second", **OPEN)):
            assert (answer["accepted"], answer["reason"]) == (False, why)
    assert ledger.store.version(NAME) == version


def test_mails_over_the_quota_wait_until_midnight(
    directory: ClubDirectory, ledger: Ledger, now: Now
) -> None:
    """And then count anew."""
    directory.add(Club("thursday", "https://thursday.example", "x", quotas=Quotas(mails=2)))
    allowance = ClubAllowance(directory, "thursday", ledger.store.place, now=now)
    assert [allowance.mail(), allowance.mail()] == ["", ""]
    assert allowance.mail() == (
        "this club may send 2 mails a day, and has; what waits goes out after midnight (UTC), "
        "or ask whoever runs the installation"
    )
    assert allowance.mails_from() == "2026-11-23T00:00:00.000Z"
    now.time = "2026-11-23T00:00:00.000Z"
    assert allowance.mail() == ""


def test_what_is_used_is_known_beside_the_quotas(
    directory: ClubDirectory, ledger: Ledger, now: Now
) -> None:
    """As the operator's page shows it."""
    quotas = Quotas(campaigns=3, commands=5, mails=2)
    directory.add(Club("thursday", "https://thursday.example", "x", quotas=quotas))
    allowance = ClubAllowance(directory, "thursday", ledger.store.place, now=now)
    allowance.command()
    allowance.command()
    allowance.mail()
    used = allowance.used(1)
    assert used is not None
    assert (used.quotas, used.campaigns, used.commands, used.mails) == (quotas, 1, 2, 1)
    assert used.bytes == bytes_of(ledger.store.place)


def test_a_store_of_no_directory_has_no_quotas(tmp_path: Path, ledger: Ledger) -> None:
    """Nothing is made by asking."""
    allowance = allowance_of(ledger.store.place)
    assert allowance.command() is None and allowance.mail() == "" and allowance.used(1) is None
    assert allowance.campaign(10**6) is None
    assert not (tmp_path / "clubs.db").exists()


def test_the_directory_of_a_folder_is_found_from_a_clubs_store(
    tmp_path: Path, ledger: Ledger
) -> None:
    """It lies beside the club's folder."""
    directory = ClubDirectory(str(tmp_path))
    store = stored(ledger.store.place, directory.place)
    directory.add(Club("thursday", "https://thursday.example", store, "closed"))
    found = allowance_of(ledger.store.place).command()
    assert found is not None and found.reason.startswith("this club is closed for now")
    directory.close()
