"""Flames of War at the keyboard: forces, the battlefield and the battle log."""

import pytest

from support.command_line import Shell

ROSTER = """id,name,class,points
hq,Company HQ,hq,100
rifle-1,1st Platoon,combat,250
rifle-2,2nd Platoon,combat,250
mortars,Mortar Platoon,weapons,120
tanks,Tank Platoon,support,320
"""


@pytest.fixture(scope="module")
def shell(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    """Anzio with two players, one of whom has entered a force."""
    folder = tmp_path_factory.mktemp("forces")
    shell = Shell(folder)
    (folder / "anzio.toml").write_text('players = {anna = "allies", ben = "axis"}\n')
    (folder / "rifles.csv").write_text(ROSTER)
    shell.fine("start", "winter", "--system", "fow", "--scenario", "anzio", "--setup", "anzio.toml")
    told = "force enter winter rifles rifles.csv --side allies --type infantry --member anna"
    shell.fine(*told.split(), "--air", "limited=175")
    return shell


def test_a_roster_is_entered_and_listed(shell: Shell) -> None:
    """1,040 points of platoons and 175 of air support are 1,215 of 1,500."""
    told = shell.fine("force", "list", "winter", "rifles")
    assert "Allies, infantry, 1,215 of 1,500 points, on the player's word" in told
    assert "Air support: limited, 175 points." in told
    assert shell.fine("force", "list", "winter").splitlines()[1].split()[:3] == [
        "rifles",
        "Allies",
        "Anna",
    ]
    assert shell.read("force", "list", "winter", "rifles")["platoons"]["tanks"]["points"] == 320
    assert "rifle-1,1st Platoon,combat,250" in shell.fine(
        "force", "list", "winter", "rifles", "--csv"
    )


def test_a_roster_tells_every_bad_row(shell: Shell) -> None:
    """And nothing is recorded."""
    (shell.folder / "bad.csv").write_text("id,name,class,points\nhq,,hq,x\nhq,,tank,5\n")
    done = shell("force", "enter", "winter", "rifles", "bad.csv", "--side", "axis")
    assert done.status != 0
    assert "line 2" in done.out + done.err and "line 3" in done.out + done.err


def test_templates_need_no_campaign(shell: Shell) -> None:
    assert shell.fine("force", "template").startswith("id,name,class,points,squads,")
    assert shell.fine("army-list", "template").startswith("company,type,platoon,class,min,max,")


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("force enter winter b rifles.csv", "Side is missing; give it as --side WORD"),
        (
            "force enter winter b rifles.csv --side axis --type tank --air most=9",
            "--air: 'most' is not one of the choices; it is one of none, sporadic",
        ),
        (
            "force enter winter b rifles.csv --side axis --type tank --variant X=y",
            "--variant: write a whole number",
        ),
        (
            "force reorganise winter rifles --swap mortar:guns=120",
            "'mortar:guns=120': write it as mortar:tanks-b=320; its platoons are hq, ",
        ),
        (
            "force reorganise winter rifles --add guns",
            "'guns': write it as ID=POINTS, such as tanks-b=320",
        ),
        (
            "force reorganise winter rifles --add guns=9:cooks",
            "--add: 'cooks' is not one of the choices; it is one of hq, combat, weapons",
        ),
        (
            "force reorganise winter rifles --add-squad rifle-1",
            "'rifle-1': write it as PLATOON=POINTS, with its points afterwards",
        ),
        ("force organise winter", "Side is missing; give it as SIDE. Nothing was recorded"),
        (
            "force organise winter allies --troops guns",
            "--troops: 'guns' has no value; write it as guns=ANSWER",
        ),
        (
            "force organise winter allies --kampfgruppe kg:rifle-1",
            "'kg:rifle-1': write it as kg:gren-1=1,gren-2=1",
        ),
        ("field roll winter", "Which square? Give it as SQUARE"),
        ("field describe winter", "How does the table look? Give it as TEXT"),
    ],
)
def test_what_makes_no_sense_is_told_in_one_line(shell: Shell, typed: str, words: str) -> None:
    done = shell(*typed.split())
    assert done.status == 2 and words in done.error, done


def test_sections_are_written_with_their_number(shell: Shell) -> None:
    done = shell("fortify", "winter", "--width", "6", "--buy", "bunker")
    assert done.status == 2
    assert "--buy: 'bunker' has no value; write it as bunker=ANSWER" in done.err


def test_a_square_is_rolled_and_shown(shell: Shell) -> None:
    """The attacker picks the first square (ruling 50): here the Allies."""
    shell.fine("field", "roll", "winter", "a1", "high-ground", "--dice", "3")
    shell.fine("field", "describe", "winter", "A farm.", "--width", "6", "--depth", "4")
    told = shell.fine("field", "show", "winter")
    assert "Categories high-ground, vegetation, water-course, settlement, rain" in told
    assert "Table      A farm." in told
    assert "a1" in shell.read("field", "show", "winter")["anzio"]["squares"]


def test_a_battle_is_logged_as_it_is_fought(shell: Shell) -> None:
    """Own turns are counted for each side; what falls due is told."""
    shell.fine("battle", "begin", "winter", "--platoons", "axis=6")
    assert "Allies" in shell.fine("turn-of", "winter", "allies")
    shell.fine("lose", "winter", "allies", "tanks")
    assert shell.read("show", "winter")["battles"]["anzio-1"]["turns"] == {"allies": 1, "axis": 0}
    told = shell.fine("dice", "winter", "rally", "side=allies", "rating=confident", "dice=4")
    assert "4" in told


def test_the_force_of_a_player_who_left_has_a_new_player_in_a_minute(shell: Shell) -> None:
    """With all that it is: nobody types a roster twice."""
    before = shell.fine("force", "list", "winter", "rifles", "--csv")
    shell.fine("enrol", "winter", "amy", "--name", "Amy")
    shell.fine("leave-side", "winter", "anna")
    shell.fine("join", "winter", "amy", "allies")
    told = shell.fine("force", "hand-over", "winter", "rifles", "amy")
    assert "Rifles is Amy's force for the Allies" in told
    assert shell.fine("force", "list", "winter", "rifles", "--csv") == before
