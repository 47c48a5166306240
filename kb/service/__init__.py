"""The service: the site and a read-only API over HTTP, by FastAPI and uvicorn.

`builds` opens what was built and takes up what is built anew, `routes/` answers, `protocol` and
`gate` say no to what is too much, `app` puts them together, `server` runs them.
"""
