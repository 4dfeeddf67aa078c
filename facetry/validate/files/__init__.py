"""Inputs of a validation from the disk: files, folders and globs, the reading of files, and their fixes."""
