"""Animations: their frames as the file stores them, as they are shown, and in another format."""
