"""The verbs of e-mail: choices, sending, deliveries, answers."""
