"""The composition of the window: its threads, its language, the ports that lead to the services. Nothing else."""
