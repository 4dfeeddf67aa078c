"""Reading pictures in processes of their own: a worker, and the pool that feeds a few of them."""
