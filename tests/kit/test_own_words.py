"""An act of a club's own rules is a word behind the campaign's name."""

from pathlib import Path

from support.command_line import Shell


def test_an_act_is_done_by_its_own_name(tmp_path: Path) -> None:
    shell = Shell(tmp_path)
    shell.fine("start", "bridges", "--scenario", "evening")
    done = shell.fine("bridges", "raid", "whom=brida", "--seat", "dorte")
    assert "Dorte raided Brida" in done
    wrong = shell("bridges", "riad")
    assert wrong.error == "campaign: ACT-NAME: there is no act 'riad'; did you mean raid?"
    for typed, names in (((), "winner loser bridge bloody"), (("winner=brida",), "loser bridge")):
        lacks = shell("bridges", "battle", *typed, *(["bloody=no"] if typed else ())).error
        *firsts, last = names.split()
        written = " ".join(f"{name}=…" for name in (*firsts, last))
        what = f"{', '.join(firsts)} and {last} are missing; write {written}"
        assert lacks == f"campaign: VALUES: {what}"
    listed = shell.fine("act", "list", "bridges")
    assert "winner=… loser=… bridge=north|middle|south bloody=yes|no" in listed
    for typed in (["bridges"], ["bridges", "--help"], ["help", "bridges"]):
        assert shell.fine(*typed) == listed


def test_a_sealed_choice_is_sealed_by_its_own_name(tmp_path: Path) -> None:
    shell = Shell(tmp_path)
    shell.fine("start", "narrows", "--scenario", "naval")
    done = shell.fine("narrows", "sail", "to=banks", "raid=yes", "--seat", "vale")
    assert "Vale has sealed a choice" in done and "banks" not in done


ONE_LINE = ["--choice", "to=banks;raid=yes"]
MISTYPED = {
    "no such field": (
        ["to=banks", "rade=yes"],
        "VALUES: there is no field 'rade'; did you mean raid?",
    ),
    "no such value": (["to=banks", "raid=maybe"], "Raid: write Yes or No. Nothing was recorded"),
    "a field is missing": (
        ["to=banks"],
        "Raid: what was typed can't be used; an answer is needed. Nothing was recorded",
    ),
    "said twice": (
        ["to=banks", "raid=no", *ONE_LINE],
        "give what is chosen by its fields or in one line, not both",
    ),
    "said, and as a commitment": (
        [*ONE_LINE, "--commitment", "a" * 64],
        "give what is chosen, or a commitment, not both",
    ),
    "no seat": (
        ["to=banks", "raid=no"],
        "--seat: say for which seat, vale, moss, stone or pike (--seat WORD)",
    ),
}


def test_what_is_wrong_with_a_sealed_choice_is_said(tmp_path: Path) -> None:
    """Nothing is recorded, and nothing of the choice is repeated but the name of a field."""
    shell = Shell(tmp_path)
    shell.fine("start", "narrows", "--scenario", "naval")
    before = shell.fine("status", "narrows", "--json")
    for name, (typed, said) in MISTYPED.items():
        seat = [] if name == "no seat" else ["--seat", "vale"]
        called = shell("act", "seal", "narrows", "sail", *typed, *seat)
        assert (called.error, called.out) == (f"campaign: {said}", ""), name
    assert shell.fine("status", "narrows", "--json") == before


def test_the_keyboard_calls_a_turn_as_the_club_does(tmp_path: Path) -> None:
    """A deadline, the first event, and what comes next."""
    shell = Shell(tmp_path)
    shell.fine("start", "bridges", "--scenario", "evening")
    shell.fine("turn", "deadline", "bridges", "turn", "2099-01-01T20:00Z")
    shown = shell.fine("status", "bridges")
    assert "for the round: " in shown and "for the turn" not in shown
    assert "from Round 1 to Round 3" in shell.fine("replay", "bridges", "--at", "1")
    shell.fine("end", "bridges", "--yes", "--why", "it is late")
    assert "the pages of all rounds" in shell.fine("status", "bridges")


def test_a_figure_of_another_name_shows_how_one_is_written(tmp_path: Path) -> None:
    shell = Shell(tmp_path)
    shell.fine("start", "bridges", "--scenario", "evening")
    wrong = shell("explain", "bridges", "supply", "anselm").error
    written = "figure seats.anselm.points"
    assert wrong == f"campaign: there is no figure 'supply'; it is written {written}"
    assert "points of Anselm" in shell.fine("explain", "bridges", *written.split())


def test_a_name_of_no_such_campaign_is_an_unknown_verb(tmp_path: Path) -> None:
    shell = Shell(tmp_path)
    assert shell("bridges").error == "campaign: there is no verb 'bridges'; see `campaign --help`"
    shell.fine("start", "spring", "--scenario", "anzio")
    assert shell("spring", "raid").error.startswith("campaign: there is no verb 'spring'")


def test_the_help_of_an_act_is_what_its_command_says(tmp_path: Path) -> None:
    text = Shell(tmp_path).fine("act", "confirm", "--help")
    assert "Confirms what somebody proposed; the ledger rolls only now." in text


def test_the_end_of_a_phase_says_whether_somebody_is_passed_over(tmp_path: Path) -> None:
    """While choices are owed, and in a phase that waits for nobody."""
    shell = Shell(tmp_path)
    shell.fine("start", "narrows", "--scenario", "naval")
    assert "turn phase narrows     end the phase without them" in shell.fine("status", "narrows")
    for seat in ("vale", "moss", "stone", "pike"):
        shell.fine("narrows", "sail", "to=narrows", "raid=no", "--seat", seat)
    shell.fine("act", "open", "narrows", "sail")
    told = shell.fine("status", "narrows")
    assert "end the phase" in told and "without them" not in told


def test_an_amendment_that_names_no_field_says_which_there_are(tmp_path: Path) -> None:
    """What was filled in stands in the proposal, under `values`; the confirmation has no field of
    it.
    """
    shell = Shell(tmp_path)
    shell.fine("start", "bridges", "--scenario", "evening")
    shell.fine("enrol", "bridges", "ref", "--name", "Ref", "--role", "referee")
    battle = ("bloody=no", "winner=anselm", "loser=brida", "bridge=north")
    in_order = "(winner Anselm, loser Brida, bridge north and bloody no)"
    assert in_order in shell.fine("bridges", "battle", *battle)
    shell.fine("act", "confirm", "bridges", "1")
    shell.fine("dispute", "raise", "bridges", "6", "It was Corvin")
    shell.fine("dispute", "rule", "bridges", "d1", "upheld", "Yes", "--as", "ref")
    amend = ("correct", "amend", "bridges", "d1")
    no_loser = "has no 'loser' to be amended"
    proposal = shell(*amend, "6", "loser=corvin", "--as", "ref").error
    assert proposal == f"campaign: FIELDS: proposed {no_loser}; did you mean values/loser?"
    confirmation = shell(*amend, "7", "loser=corvin", "--as", "ref").error
    assert f"confirmed {no_loser}; there is number" in confirmation
    shell.fine(*amend, "6", "values/loser=corvin", "--as", "ref")


HINTED = {
    "the end of a turn came too early": (("turn", "bridges"), True),
    "an act of somebody else": (("bridges", "raid", "whom=anselm", "--seat", "anselm"), False),
    "the rules in force": (("rules", "change", "bridges", "bridges.toml", "for fun"), False),
}


def test_only_what_came_too_early_is_told_what_comes_next(tmp_path: Path) -> None:
    shell = Shell(tmp_path)
    shell.fine("rules", "new", "bridges.toml", "--like", "evening")
    shell.fine("start", "bridges", "--rules", "bridges.toml")
    for name, (typed, is_hinted) in HINTED.items():
        refused = shell(*typed)
        assert refused.status == 1, (name, refused)
        assert ("next: `campaign act bridges battle`" in refused.error) is is_hinted, name
