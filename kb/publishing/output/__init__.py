"""The site as a whole: the plugin of MkDocs, a build for each language, sitemaps, offline use."""
