"""Folders as file stores: walked, watched and written to without following links."""
