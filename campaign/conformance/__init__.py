"""The conformance suite: what the rulebooks say of a campaign, as questions to any program."""
