"""The book of a campaign: a volume made from the record, printed as PDF by Typst or as one page."""
