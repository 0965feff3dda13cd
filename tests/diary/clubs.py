"""A campaign of each game with a desk in front of it, for tests of the diary."""

import json
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from campaign.accounts.database import people_path
from campaign.diary.words import Dispatch, PictureShown
from campaign.handler.command_handler import Actor, CommandHandler
from campaign.handler.dispatches import DiaryShelf
from campaign.store.ledger import Ledger
from fow.support import War
from kit.club import Club
from support.sessions import NAME, Session, ledger_in

GAMES = ("lif", "fow", "kit")
SECRET_WORDS = "Rommel drinks tea at dawn"
OTHER_WORDS = "Nobody knows of the ford"


class Diarists:
    """A host, Anna and Ben who play, Eve who looks on; and what each says to the desk."""

    def __init__(self, ledger: Ledger, name: str = NAME) -> None:
        self.ledger, self.name = ledger, name
        self.desk = CommandHandler(ledger, is_shared=False)
        members = ledger.live(name).state.campaign.members
        for member, role in (("anna", "player"), ("ben", "player"), ("eve", "observer")):
            if member not in members:
                fields = {"member": member, "name": member.title(), "roles": [role]}
                assert self.ask("EnrolMember", **fields)["accepted"]

    def ask(
        self,
        command: str,
        by: str = "host",
        shown: Sequence[PictureShown] = (),
        **fields: Any,
    ) -> dict[str, Any]:
        """The answer to a command, whatever it is."""
        sent = json.dumps({"command": command, **fields}).encode()
        answer = self.desk.submit(self.name, sent, Actor(by), pictures=shown).answer
        return dict(answer)

    def write(self, by: str = "anna", words: str = SECRET_WORDS, **fields: Any) -> str:
        """Files a dispatch; its id."""
        answer = self.ask("FileDispatch", by, words=words, **fields)
        assert answer["accepted"], answer
        return str(answer["events"][0]["dispatch"])

    def read(self, reader: str | None) -> list[Dispatch]:
        """What somebody may read."""
        with closing(DiaryShelf(self.ledger)) as shelf:
            return list(shelf.dispatches(self.name, reader))

    def ids(self, reader: str | None) -> list[str]:
        """The ids of that."""
        return [one.id for one in self.read(reader)]

    def findings(self) -> list[str]:
        """What an audit of the diary says."""
        with closing(DiaryShelf(self.ledger)) as shelf:
            return [one.text for one in shelf.findings(self.name)[0]]

    def end_turn(self) -> None:
        """Ends the running turn, whatever is left undone; of a war in battles all of it."""
        live = self.ledger.live(self.name)
        if live.system.name == "fow":
            self.end()
            return
        leaving = {"confirmed": True, "why": "nobody is there"}
        while live.system.name == "kit" and self.ask("EndPhase", **leaving)["accepted"]:
            pass  # the last one is ended by the turn
        answer = self.ask("AdvanceTurn", **leaving)
        assert answer["accepted"], answer

    def end(self) -> None:
        """Ends the campaign."""
        answer = self.ask("CloseCampaign", confirmed=True, why="nobody is there")
        assert answer["accepted"], answer

    def files(self) -> bytes:
        """Every byte of the store's folder but the key's."""
        folder = self.ledger.store.path.parent
        kept = [file for file in folder.iterdir() if file.is_file() and file.suffix != ".vault"]
        return b"\n".join(file.read_bytes() for file in kept)

    def log(self) -> bytes:
        """Every byte of the record."""
        return b"\n".join(stored for _, _, stored in self.ledger.store.rows(self.name))

    def close(self) -> None:
        """Lets go of everything."""
        self.desk.close()


def ledger_of(game: str, folder: Path) -> Ledger:
    """A ledger with a campaign of a game."""
    if game == "fow":
        made = War(folder).begin()
        return made._ledger
    if game == "kit":
        return Club(folder, "cards").ledger
    return Session(ledger_in(folder)).open().ledger


def diarists(game: str, folder: Path) -> Diarists:
    """A club of a game."""
    ledger = ledger_of(game, folder)
    return Diarists(ledger, ledger.names()[0])


def people_file(club: Diarists) -> bytes:
    """The bytes of the people's file, with what is still beside it."""
    path = people_path(club.ledger.store.path)
    beside = path.parent.glob(f"{path.name}*")
    return b"".join(file.read_bytes() for file in beside)
