"""View documents as a page of HTML that needs nothing else."""
