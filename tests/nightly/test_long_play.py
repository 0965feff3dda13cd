"""More campaigns played at random, and secrets looked for more often, than in every run."""

from tests.all.lif.test_decided_again_lif import test_random_play_is_by_the_rules_when_judged_again
from tests.all.lif.test_state_machine import test_random_play_keeps_the_record_whole
from tests.all.lif.us_entry.chits.test_entry_secrecy import (
    test_lif_5_3_other_values_at_the_table_change_no_output,
)
from tests.lif.us_entry.chits.test_entry_secrecy import (
    _often,
    look,
    test_lif_5_3_no_secret_and_no_nonce_of_an_unshown_chit_is_in_any_byte,
)

__all__ = [
    "_often",
    "look",
    "test_lif_5_3_no_secret_and_no_nonce_of_an_unshown_chit_is_in_any_byte",
    "test_lif_5_3_other_values_at_the_table_change_no_output",
    "test_random_play_is_by_the_rules_when_judged_again",
    "test_random_play_keeps_the_record_whole",
]
