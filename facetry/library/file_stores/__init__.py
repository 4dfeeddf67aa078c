"""File stores: where the files of repositories are. A folder and a bucket are two kinds of the same noun."""
