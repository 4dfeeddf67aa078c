"""Search: validation of filters, evaluation over the index and the vectors, ordering and facet counts."""
