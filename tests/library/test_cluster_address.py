"""The address of a cluster: what is one, what is none, and that its key is never shown."""

from __future__ import annotations

from contextlib import suppress
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.library.cluster_address import (
    BadClusterAddressError,
    cluster_address,
    is_cluster,
    masked,
)
from kb.library.library_setting import LibrarySetting
from kb.service.settings import BadSettingError, Settings

KEYS = st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=8, max_size=40)
HOSTS = st.lists(
    st.from_regex(r"[a-z][a-z0-9]{0,8}(\.[a-z][a-z0-9]{0,5})?", fullmatch=True),
    min_size=1,
    max_size=5,
    unique=True,
)


@given(KEYS, HOSTS, st.integers(1, 65_535))
def test_an_address_is_read_as_it_was_meant_and_shown_without_its_key(
    key: str, hosts: list[str], port: int
) -> None:
    words = f"typesense://{quote(key, safe='')}@{','.join(hosts)}:{port}"
    address = cluster_address(words)
    assert address.key == key
    assert [node.host for node in address.nodes] == hosts
    assert [node.port for node in address.nodes] == [8108] * (len(hosts) - 1) + [port]
    hidden = "".join(hosts) + "typesense://…@:8108 nodesClusterAddresshostportprotocolname"
    if key not in hidden:
        for shown in (str(address), repr(address), address.shown, masked(words)):
            assert key not in shown
            assert quote(key, safe="") not in shown


@pytest.mark.parametrize(
    "words",
    [
        "typesense://topsecret",
        "typesense://@host",
        "typesense://topsecret@",
        "typesense://topsecret@host,,other",
        "typesense://topsecret@host:0",
        "typesense://topsecret@host:99999",
        "typesense://topsecret@host:",
        "typesense://topsecret@host:port",
        "typesense://topsecret@ho st",
        "typesense://topsecret@host,host",
        "typesense://topsecret@[::1",
        "typesense://topsecret@[::1]8108",
        "typesense://topsecret@host/Some_Name",
        "typesense://top%20secret@host",
        "typesense://top%0Asecret@host",
        "http://topsecret@host",
        f"typesense://topsecret@{','.join(f'h{one}' for one in range(16))}",
    ],
)
def test_what_is_no_address_is_refused_without_a_word_of_it(words: str) -> None:
    with pytest.raises(BadClusterAddressError) as caught:
        cluster_address(words)
    said = f"{caught.value} {caught.value.hint}"
    assert "secret" not in said
    assert "typesense://KEY@" in said


@given(st.text(max_size=60))
def test_any_words_behind_the_scheme_are_read_or_refused(words: str) -> None:
    with suppress(BadClusterAddressError):
        address = cluster_address(f"typesense://{words}")
        assert address.nodes
        assert address.key


def test_addresses_of_ip_version_six_and_encrypted_ones_are_addresses() -> None:
    address = cluster_address("typesenses://k@[2001:db8::1],[::1]:9000,cluster.example/club-2")
    assert [one.url for one in address.nodes] == [
        "https://[2001:db8::1]:443",
        "https://[::1]:9000",
        "https://cluster.example:443",
    ]
    assert address.name == "club-2"


def test_a_setting_names_folders_or_a_cluster_and_its_folders() -> None:
    assert LibrarySetting.of("corpus") == LibrarySetting()
    assert LibrarySetting.of("rulings, more").folders == ("rulings", "more")
    both = LibrarySetting.of("typesense://k@a,b rulings,more")
    assert (both.folders, len(both.cluster.nodes if both.cluster else ())) == (
        ("rulings", "more"),
        2,
    )
    assert LibrarySetting.of_environment({"KODEKS_LIBRARY": "rulings"}) == LibrarySetting()
    assert LibrarySetting.of_environment({"KODEKS_LIBRARY": "typesense://k@a"}).cluster


def test_the_service_takes_a_key_from_the_environment_and_never_from_its_options() -> None:
    words = "typesense://topsecret@one,two"
    settings = Settings.read({}, {"KODEKS_LIBRARY": words})
    assert settings.library == words
    assert "topsecret" not in repr(settings)
    with pytest.raises(BadSettingError) as caught:
        Settings.read({"library": words}, {})
    assert "topsecret" not in f"{caught.value} {caught.value.hint}"
    with pytest.raises(BadSettingError) as caught:
        Settings.read({}, {"KODEKS_LIBRARY": "typesense://topsecret@"})
    assert "topsecret" not in f"{caught.value} {caught.value.hint}"


@pytest.mark.parametrize("words", ["typesense:topsecret", "TYPESENSE:/topsecret@host"])
def test_a_slip_in_the_scheme_does_not_make_a_folder_of_a_key(words: str) -> None:
    assert is_cluster(words)
    assert "topsecret" not in masked(words)
