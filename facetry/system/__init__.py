"""Services of the operating system: opening files without following links, times of files, Landlock."""
