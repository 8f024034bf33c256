"""The command line: what each command takes, what it does with the services, and the exit code it ends with."""
