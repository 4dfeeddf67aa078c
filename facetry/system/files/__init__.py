"""Files and folders of the operating system: opened without links, told apart by versions and identities."""
