"""Records → pages and the site that MkDocs makes of them."""
