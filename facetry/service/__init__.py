"""What makes a service of settings: its data folder, its database and stores, and the assembly of its parts."""
