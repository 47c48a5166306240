"""Every place where words stand: phrases, wildcards and fields over every wording, as Whoosh does.

What is written and asked here knows documents alone, not where these come from; of a corpus they
come from kb.concordance.worded_records. Only who asks or builds imports Whoosh.
"""
