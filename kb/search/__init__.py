"""Search: analysis of words, the query, engines that find, and the snippets that show it."""
