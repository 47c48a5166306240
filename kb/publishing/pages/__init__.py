"""The pages of the site: each kind has a module, which gathers what its template shows."""
