"""Packages of extensions: archives, their versions on the disk, and their dependencies."""
