"""Extensions: the programs that write facets."""
