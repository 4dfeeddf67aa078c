"""Checks of texts in other formats than JSON, with bounded memory."""
