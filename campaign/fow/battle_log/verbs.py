"""FoW Turn Order: the verbs about what happens on the table, as far as a club records it. Pure."""

from campaign.fow.battle_log import commands
from campaign.kernel.interview.derived import derived

VERBS = {
    verb.words: verb
    for verb in (
        derived(commands.RecordDeployment),
        derived(commands.BuyFortifications),
        derived(commands.BeginPlayerTurn),
        derived(commands.WithdrawPlatoon),
        derived(commands.LosePlatoon),
    )
}
