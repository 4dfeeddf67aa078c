"""A cluster: several hosts that serve one library, in one database on a server. One of them is the leader."""
