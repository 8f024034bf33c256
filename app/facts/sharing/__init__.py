"""Facts that desks share: which of this store's are to be told, and how those of others are taken."""
