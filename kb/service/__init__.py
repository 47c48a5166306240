"""The service: the site and a read-only API over HTTP, by FastAPI and uvicorn.

`builds` opens the current build and replaces it by a newer one, `routes/` has the endpoints and
`answers/` what they answer, `protocol` and `middleware` refuse what is too much, `app` puts them
together, `server` runs them.
"""
