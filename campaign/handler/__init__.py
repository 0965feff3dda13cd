"""The command handler: the only way in for everybody who writes to a store, whatever they
write with.
"""
