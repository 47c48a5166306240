"""The site as a whole: the plugin of MkDocs, one build for each language, policy, sitemaps."""
