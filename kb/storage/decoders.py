"""Reads the rows of the files of a build into checked, typed objects."""

from __future__ import annotations

from msgspec.json import Decoder

from kb.core.concepts import Concept, LexiconHeader, Mention
from kb.core.plain import PlainText
from kb.core.procedures import Procedure, ProceduresHeader
from kb.core.references import Reference
from kb.core.stored_records import StoredRecord
from kb.core.titles import TitlesOfLaw

#: A record is read as the class of its kind.
RECORDS: Decoder[StoredRecord] = Decoder(StoredRecord)
REFERENCES = Decoder(Reference)
TITLES = Decoder(TitlesOfLaw)
PLAIN = Decoder(PlainText)
PROCEDURES = Decoder(Procedure)
PROCEDURES_HEADER = Decoder(ProceduresHeader)
MENTIONS = Decoder(Mention)
CONCEPTS = Decoder(Concept)
LEXICON = Decoder(LexiconHeader)
