"""The content of answers: JSON objects made from a build, by subject as in kb/service/routes.

Each function takes the build and what was asked. All arguments are hashable, so that the build can
remember answers (`ServedBuild.answer`).
"""
