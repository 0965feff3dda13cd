"""The record about itself: what counts of it, disputes, corrections, explained figures. Pure.

`effective` says which events count, `corrections` what may change that, `impact` what would follow.
"""
