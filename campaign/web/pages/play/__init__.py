"""The screens on which a campaign is played: what waits, the Board, the record and its acts."""
