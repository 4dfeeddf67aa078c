"""Rereading: pictures that an earlier version has recorded are read again where this one reads more of them."""
