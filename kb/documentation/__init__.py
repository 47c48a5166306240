"""The documentation as the site publishes it: hand-written pages, and a reference made of the code.

It stands above all other wings, since it tells of the command line and of the service too.
"""
