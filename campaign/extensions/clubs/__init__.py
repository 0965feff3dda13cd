"""The clubs of one installation: which there are, where each lives, what each may use."""
