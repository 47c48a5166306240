"""The language of the program itself: of its messages, its ids and what it says of its own."""

#: Its catalogue has only the few messages that readers see in other words than the code or the
#: data has.
SOURCE_LANGUAGE = "en"
