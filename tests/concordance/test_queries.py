"""What may be asked of a concordance; a slip is pointed at."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kb.concordance.occurrences import Concordance
from kb.concordance.query_checks import DEEPEST, MOST
from kb.concordance.query_parser import MOST_FORMS
from kb.core.concording import LONGEST
from kb.core.errors import PlacedError


def fault(concordance: Concordance, query: str) -> PlacedError:
    with pytest.raises(PlacedError) as caught:
        concordance.ask(query)
    assert caught.value.exit_code == 2
    return caught.value


@pytest.mark.parametrize(
    ("query", "kind", "marked"),
    [
        ('renons "karta', "quote", '"'),
        ("renons „karta", "quote", "„"),
        ('renons"', "quote", '"'),
        ("(renons", "opening", "("),
        ("renons (karta (as)", "opening", "("),
        ("renons)", "closing", ")"),
        ("renons ()", "hollow", "("),
        ("AND renons", "before", "AND"),
        ("renons (OR karta)", "before", "OR"),
        ("renons AND OR karta", "after", "AND"),
        ("renons OR", "after", "OR"),
        ("(renons NOT) karta", "after", "NOT"),
        ("renons NOT NOT karta", "twice", "NOT"),
        ("renons lawn:27", "field", "lawn:"),
        ("karta 12:30", "field", "12:"),
        ("renons law:", "value", "law:"),
        ("renons law: 27", "value", "law:"),
        ("renons law:lang:pl", "value", "law:"),
        ("renons law:)", "value", "law:"),
        ("renons lang:pk", "unknown", "pk"),
        ('renons kind:"nota"', "unknown", "nota"),
        ("renons text:bridge-2017/xx", "unknown", "bridge-2017/xx"),
        ("renons plain:perhaps", "unknown", "perhaps"),
        ("renons — karta", "signs", "—"),
        ('renons ""', "signs", '""'),
        ("NOT renons", "narrows", "NOT"),
        ("law:27", "narrows", "law:"),
        ("(law:27 NOT renons)", "narrows", "NOT"),
        ("renons r*", "wildcard", "r*"),
        ("renons *ka", "wildcard", "*ka"),
        ('"jedna ?arta"', "wildcard", "?arta"),
        ("renons law:*", "wildcard", "*"),
    ],
)
def test_a_slip_is_pointed_at(concordance: Concordance, query: str, kind: str, marked: str) -> None:
    error = fault(concordance, query)
    assert error.fault == kind
    assert error.written[error.position : error.position + error.length] == marked


def test_what_is_not_known_comes_with_what_is(concordance: Concordance) -> None:
    assert fault(concordance, "renons lawn:27").suggestions[0] == "law"
    assert {"lang", "text", "edition", "kind", "law", "id", "plain"} == {
        *fault(concordance, "renons qq:27").suggestions
    }
    assert "bridge-2017/pl" in fault(concordance, "renons text:bridge-2017/pk").suggestions
    assert "pl" in fault(concordance, "renons lang:xx").suggestions


def test_a_query_has_limits(concordance: Concordance) -> None:
    long = fault(concordance, "renons " * 286)
    assert (long.fault, long.position) == ("long", LONGEST)
    assert fault(concordance, " ".join(["renons"] * (MOST + 1))).fault == "words"
    assert fault(concordance, f'"{" ".join(["renons"] * (MOST + 1))}"').fault == "words"
    assert concordance.ask(" ".join(["renons"] * MOST)).occurrences
    deep = "(" * DEEPEST + "renons" + ")" * DEEPEST
    assert concordance.ask(deep) == concordance.ask("renons")
    assert fault(concordance, f"({deep})").fault == "deep"
    forms = fault(concordance, "pr*")
    assert (forms.fault, forms.position, forms.length) == ("forms", 0, 3)
    assert str(MOST_FORMS) in forms.message
    together = fault(concordance, "po* OR re* OR me* OR co*")
    assert (together.fault, together.position) == ("forms", 14)
    assert fault(concordance, " \t").fault == "empty"


#: Pieces of queries, so that what is made up of them often means something.
PIECES = [
    *("renons", "kart*", "szín?", "a", "27B1(b)", "l’atout", "AND", "OR", "NOT", "not", "(", ")"),
    *(
        '"',
        "„",
        "”",
        "law:",
        "27",
        "lang:",
        "pl",
        "id:27.B*",
        "kind:note",
        ":",
        "*",
        "?",
        "[a-",
        "\\",
    ),
    *("\u0301", "\x00", "\n", "½", "ﷺ", "ß*", "😀", "^2", "~", "{x}", "plain:no", "text:", "−"),
]


@pytest.mark.slow
@given(st.one_of(st.text(max_size=60), st.lists(st.sampled_from(PIECES), max_size=9).map(" ".join)))
@example('"karta przygwożdżona" NOT law:50')
@example("renons AND (NOT xyzzy*)")
@example("id:[a*")
def test_any_string_is_answered_or_has_a_fault_inside(concordance: Concordance, query: str) -> None:
    error = None
    try:
        found = concordance.ask(query)
    except PlacedError as fault:
        error = fault
    if error:
        assert 0 <= error.position < error.position + error.length <= max(len(query), 1)
        assert error.message
    else:
        for document, start, end in found.occurrences:
            assert 0 <= start < end <= len(document.words)
