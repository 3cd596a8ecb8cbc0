"""Dates as the house writes them, by language: the names are Django's, the templates use nothing else."""
