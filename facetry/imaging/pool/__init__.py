"""The pool of worker processes: job queue, worker slots, processes, and their answers."""
