"""The verbs that all games share, by theme. A file is imported only when one of its verbs is
called.
"""
