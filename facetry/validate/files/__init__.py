"""The inputs of a validation: files, folders, archives and standard input, with their kinds."""
