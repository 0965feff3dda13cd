"""Answers by e-mail: where they come in, what they mean, and what becomes of them."""
