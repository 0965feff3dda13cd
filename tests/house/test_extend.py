"""The extensions: each is where `extend.py` says, and what wants a missing one is told so."""

import importlib.metadata
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from campaign import extend
from campaign.accounts.allowance import allowance_at
from campaign.accounts.database import open_people
from campaign.cli import attempt
from campaign.cli.root import module_of
from campaign.extend import Extension, MissingExtensionError, found, wanted
from campaign.lif.verb_lines import VERBS
from campaign.notifications.delivery_status import hooks_of
from campaign.store.protocol import StoreError, StorePlace, place_of
from campaign.store.reader import open_store
from campaign.web.auth.sign_in import NoPost
from campaign.web.server.serve import door_post
from support.extensions import ARE_HERE, Hidden

KINDS = ("stores", "channels", "verbs", "pages", "sections", "parts")
HERE = [
    (one.name, kind, trigger)
    for one in extend.OURS
    for kind in KINDS
    for trigger in getattr(one, kind)
]
POSTGRES = "PostgreSQL needs: pip install 'campaign-tracker[postgres]'"
CLUBS = "A directory of clubs: the extension clubs is not installed here"


@pytest.fixture
def without(monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder of the extensions is not there."""
    for name in [name for name in sys.modules if name.startswith("campaign.extensions")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "campaign.extensions", None)


@pytest.mark.parametrize(("name", "kind", "trigger"), HERE if ARE_HERE else [])
def test_each_is_where_it_says(name: str, kind: extend.Kind, trigger: str) -> None:
    """In a folder or a file of its name."""
    assert wanted(kind, trigger) is not None
    module = getattr(next(one for one in extend.OURS if one.name == name), kind)[trigger]
    assert module.partition(":")[0].split(".")[:3] == ["campaign", "extensions", name]


@pytest.mark.usefixtures("without")
@pytest.mark.parametrize(("name", "kind", "trigger"), HERE)
def test_a_missing_one_says_so(name: str, kind: extend.Kind, trigger: str) -> None:
    """In one sentence, with what to install or what is not there."""
    with pytest.raises(MissingExtensionError) as caught:
        wanted(kind, trigger)
    title = next(one.title for one in extend.OURS if one.name == name)
    told = (
        POSTGRES if name == "postgres" else f"{title}: the extension {name} is not installed here"
    )
    assert str(caught.value) == told
    assert found(kind, trigger) == ()


@pytest.mark.usefixtures("without")
def test_stores_are_refused_without_their_extension(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As any fault of a store: the command line and the service show its sentence."""
    place = place_of("postgresql://somebody@localhost/club")
    for opening in (open_store, lambda place: open_people(place, ())):
        with pytest.raises(StoreError) as caught:
            opening(place)
        assert str(caught.value) == POSTGRES
    monkeypatch.setenv("CAMPAIGN_CLUBS", str(tmp_path))
    with pytest.raises(StoreError) as caught:
        allowance_at(StorePlace(tmp_path / "club.db"))
    assert str(caught.value) == CLUBS


@pytest.mark.usefixtures("without")
def test_a_verb_is_refused_without_its_extension() -> None:
    """In its sentence, with exit status 1 and no traceback; help goes on listing it."""
    end = attempt(["club", "list"])
    assert (end.status, end.text, end.foreseen) == (1, CLUBS, True)
    with pytest.raises(MissingExtensionError):
        module_of("mail-receive")
    assert {line.words for line in VERBS if not line.module} == {"advise", "stats"}


@pytest.mark.usefixtures("without")
def test_the_service_goes_without(tmp_path: Path) -> None:
    """It sends no letters, and knows no webhooks."""
    store = tmp_path / "club.db"
    post = door_post(store, lambda: "")
    assert isinstance(post, NoPost) and not post.is_set_up()
    assert hooks_of(place_of(store), "campaign") == ()
    assert list(extend.every("parts")) == []


def test_another_package_is_found_by_the_name_of_its_entry_point(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """By the trigger's own name: no address names a module."""
    asked = []

    def entry_points(*, group: str, name: str) -> list[SimpleNamespace]:
        asked.append((group, name))
        other = Extension("other", "Pigeons", channels={"pigeon": "campaign.extend:wanted"})
        return [SimpleNamespace(load=lambda: other)] if name == "pigeon" else []

    monkeypatch.setattr(importlib.metadata, "entry_points", entry_points)
    assert wanted("channels", "pigeon") is wanted
    with pytest.raises(MissingExtensionError, match="nothing here knows 'json:loads'"):
        wanted("channels", "json:loads")
    assert asked == [("campaign.extensions", "pigeon"), ("campaign.extensions", "json:loads")]


@pytest.fixture
def pigeons(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package is installed that brings an extension, and one that is broken."""
    for name, entry in (("pigeons", "support.pigeons:PIGEONS"), ("broken", "nowhere:NOTHING")):
        about = tmp_path / f"{name}-1.dist-info"
        about.mkdir()
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n")
        word = name.removesuffix("s")
        (about / "entry_points.txt").write_text(f"[{extend.GROUP}]\n{word} = {entry}\n")
    monkeypatch.syspath_prepend(tmp_path)


@pytest.mark.usefixtures("pigeons")
def test_another_package_s_verb_runs_and_stands_behind_ours_in_the_help(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """It is known by its word alone, as ours are; no broken package is in the way."""
    assert attempt(["pigeon", "anna"]).status == 0
    assert capsys.readouterr().out == "A pigeon flies to anna.\n"
    assert attempt(["help", "campaigns"]).status == 0
    assert capsys.readouterr().out.endswith("Carrier pigeons:\n  pigeon      Let a pigeon fly.\n")
    assert attempt(["help", "pigeon"]).status == 0
    assert "Lets a pigeon fly to a member." in capsys.readouterr().out
    assert attempt(["broken"]).text.startswith("there is no verb 'broken'")


@pytest.mark.usefixtures("pigeons")
def test_another_package_s_channel_is_found() -> None:
    """By its entry point."""
    assert list(extend.others("channels")) == ["pigeon"]
    assert wanted("channels", "pigeon").PIGEONS.title == "Carrier pigeons"


def test_only_a_test_that_takes_something_hidden_is_left_out() -> None:
    """Its file is read all the same: nothing is asked of the module until the test runs."""
    hidden = Hidden("mail_out.message")
    with pytest.raises(pytest.skip.Exception, match=r"it wants the extension mail_out\.message"):
        hidden.Message("anna")
