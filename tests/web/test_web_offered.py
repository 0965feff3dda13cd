"""Record offers what the rules allow, and every task leads to a page where it can be done."""

from pathlib import Path
from random import Random

import pytest

from campaign.handler.tasks import BOARD, HOSTS, form_of, owed, place_of
from support import offered, recorded
from support.web import WebClub, words

CAMPAIGNS = (*recorded.FOLDERS, *recorded.FOW)
WARS = [
    pytest.param(folder, marks=pytest.mark.further if "global-war" in folder.name else ())
    for folder in CAMPAIGNS
]
"""Of which the longest run with `--all`."""
MOMENTS = 2
ACTS = 5


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.further) for seed in (1, 2))]
)
@pytest.mark.parametrize("folder", WARS, ids=lambda folder: folder.name)
def test_what_is_offered_is_not_refused_whatever_is_answered(
    folder: Path, tmp_path: Path, seed: int
) -> None:
    """A few moments of each recorded campaign, a few of their acts; the rest with --all."""
    random = Random(f"{folder.name} {seed}")
    for system, state in offered.states(folder, tmp_path, MOMENTS, random):
        by = random.choice(list(state.campaign.members))
        acts = [kind for kind, _ in offered.offered(system, state, by)]
        for kind in random.sample(acts, min(ACTS, len(acts))):
            refused = offered.refused_anyway(system, state, kind, by, random)
            assert refused is None, (kind.__name__, by, refused)


@pytest.mark.parametrize("folder", CAMPAIGNS, ids=lambda folder: folder.name)
def test_every_task_leads_to_its_act(folder: Path, tmp_path: Path) -> None:
    """To the Board, the host's buttons, or a form with fields that its command has; never to the
    list of all.
    """
    random = Random(folder.name)
    for system, state in offered.states(folder, tmp_path, 6, random):
        for task in owed(system, state):
            place = place_of(task, is_host=True)
            acts = [(task.act, task.given), *((way.act, way.given) for way in task.ways)]
            if place not in (BOARD, HOSTS):
                assert place == form_of(task.act, task.given)
                for act, given in acts:
                    assert given.keys() <= set(system.rules.commands[act].__struct_fields__)


@pytest.mark.parametrize("folder", CAMPAIGNS, ids=lambda folder: folder.name)
def test_every_task_of_the_last_moment_answers(folder: Path, tmp_path: Path) -> None:
    """To whoever it is asked of."""
    from campaign.store.ledger import Ledger
    from campaign.store.vault import Vault

    store = recorded.played(folder, tmp_path)
    made = WebClub.on(Ledger(store, Vault(store.with_suffix(".vault"))), name=recorded.NAME)
    try:
        live = made.house.ledger.live(recorded.NAME)
        places = {place_of(task, is_host=True) for task in owed(live.system, live.state)}
        host = made.browser("host")
        for place in places:
            assert host.get(f"/c/{recorded.NAME}{place}").status_code == 200, place
        board = words(host.get(f"/c/{recorded.NAME}/board"))
        is_over = live.state.campaign.closed
        assert not is_over or ("The campaign is over." in board and "Waiting for" not in board)
    finally:
        made.close()
