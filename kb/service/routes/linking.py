"""The endpoint that turns law numbers of a ruling into links. Nothing that is sent is kept."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from kb.linking.ruling_output import DOCUMENTS, LinksAs
from kb.linking.writing.annotate import BadOutputError
from kb.linking.zones import Format
from kb.service.dependencies import (
    CurrentRequest,
    LanguagesParameter,
    WithinParameter,
    codes,
    documented,
)
from kb.service.negotiation import takes_gzip
from kb.service.problems import ProblemError, invalid
from kb.service.replies import JSON
from kb.service.ruling_task import LinkedOutput, LinkJob

router = APIRouter(tags=["linker"])

#: The format of a document, by the media type of the request.
FORMATS: dict[str, Format] = {
    "text/plain": "text",
    "text/markdown": "markdown",
    "text/html": "html",
}

#: What a document becomes unless the client says so, by its format; as `kodeks link` does.
_DEFAULT: dict[Format, LinksAs] = {
    "text": LinksAs.md,
    "markdown": LinksAs.md,
    "html": LinksAs.html,
}

#: The media type of the answer.
_MEDIA = {
    LinksAs.html: "text/html; charset=utf-8",
    LinksAs.md: "text/markdown; charset=utf-8",
    LinksAs.text: "text/plain; charset=utf-8",
    LinksAs.json: JSON,
    LinksAs.jsonl: "application/jsonl; charset=utf-8",
    LinksAs.annotations: "application/ld+json",
    LinksAs.authorities: JSON,
}


#: An address of a site: https://…, or a path.
_BASE = r"^(https?://[0-9A-Za-z.:_\[\]-]+)?(/.*)?$"


class DocumentBody(BaseModel):
    """A document in a JSON request."""

    model_config = ConfigDict(extra="forbid", strict=True)

    document: str = Field(description="The ruling.", examples=["See Law 27B1(b) and 94A."])
    format: Format = Field("text", description="What it is.")


_EXAMPLES = {
    "text/plain": "A 27B1(b). szakasz szerint; lásd még a 94A-t.",
    "text/markdown": "**Ruling**: Law 27B1(b), not 94A.",
    "text/html": "<p>zgodnie z przepisem 27B1(b)</p>",
}

_BODY: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "description": "The ruling itself, in UTF-8; or JSON with it.",
        "content": {
            JSON: {
                "schema": {"$ref": "#/components/schemas/document"},
                "example": {"document": "See Law 27B1(b) and 94A.", "format": "text"},
            },
            **{
                media: {"schema": {"type": "string"}, "example": example}
                for media, example in _EXAMPLES.items()
            },
        },
    }
}

_ANSWERS = documented("linked", "What was asked for.", "not-found", "wrong-media-type")
del _ANSWERS[304]
_ANSWERS[200]["content"] |= {
    media.partition(";")[0]: {"schema": {"type": "string"}}
    for media in ("text/html", "text/markdown", "text/plain", "application/jsonl")
}
_ANSWERS[200]["content"]["application/ld+json"] = {
    "schema": {"$ref": "#/components/schemas/annotations"}
}
_ANSWERS[200]["headers"] = {"Cache-Control": {"schema": {"const": "no-store"}}}


@router.post(
    "/link", summary="Turn law numbers into links", responses=_ANSWERS, openapi_extra=_BODY
)
async def link(
    context: CurrentRequest,
    to: Annotated[
        LinksAs | None,
        Query(description="What to write; HTML stays HTML, all else becomes Markdown if unsaid."),
    ] = None,
    lang: LanguagesParameter = None,
    within: WithinParameter = None,
    about: Annotated[
        str | None,
        Query(
            alias="context",
            max_length=60,
            description="The provision that it is about.",
            examples=["27B"],
        ),
    ] = None,
    headings: Annotated[bool, Query(description="Also link in headings.")] = True,
    base: Annotated[
        str | None,
        Query(
            max_length=300,
            pattern=_BASE,
            description="Address of the site, https://…, or a path; this one unless given.",
            examples=["https://laws.example/"],
        ),
    ] = None,
    ui: Annotated[
        str | None,
        Query(
            pattern="^[a-z]{2}$",
            description="Language of pages and titles.",
            examples=["$language"],
        ),
    ] = None,
) -> Response:
    """A ruling in, the same with links out; every other character stays as it was.

    What does not exist is marked. Sent as text it comes back as text, in what `to` says; sent as
    JSON it comes back as JSON, with every citation beside the document. A ruling that is older
    than the code has a warning on its numbers, unless `in` says of which code they are. It is not
    kept, not logged, not sent anywhere.
    """
    request = context.request
    body = await _read(request)
    kind = to or _DEFAULT[body.format]
    if body.format == "html" and kind in DOCUMENTS and kind is not LinksAs.html:
        raise BadOutputError(f"HTML cannot become {kind.value}", "Leave `to` out, or say html.")
    in_json = _media_type(request) == JSON
    job = LinkJob(
        body.document,
        body.format,
        kind,
        in_json,
        codes(lang),
        within,
        about,
        headings,
        context.served.base if base is None else base,
        ui,
        takes_gzip(request.headers.get("accept-encoding")),
    )
    written = await request.app.state.linking_pool.link(
        context.client, context.disconnected, context.served.build, job
    )
    return _response(written, kind, in_json)


async def _read(request: Request) -> DocumentBody:
    """The document of a request; raises `ProblemError` if its body is none."""
    media = _media_type(request)
    _, _, rest = request.headers.get("content-type", "").partition(";")
    charset = rest.partition("charset=")[2].strip().strip('"').lower()
    if media not in (JSON, *FORMATS) or charset not in ("", "utf-8", "utf8"):
        raise ProblemError(
            "wrong-media-type",
            f"a ruling is one of {', '.join((*FORMATS, JSON))}, in UTF-8",
            headers={"accept": ", ".join((JSON, *FORMATS))},
        )
    codings = ",".join(request.headers.getlist("content-encoding")).lower()
    if codings.strip() not in ("", "identity"):
        raise ProblemError(
            "wrong-media-type",
            "a ruling is read as it is, not compressed",
            headers={"accept-encoding": "identity"},
        )
    body = await request.body()
    try:
        if media == JSON:
            return DocumentBody.model_validate_json(body)
        return DocumentBody(document=body.decode("utf-8"), format=FORMATS[media])
    except UnicodeDecodeError as error:
        raise ProblemError(
            "bad-request", f"not UTF-8 at byte {error.start}", {"hint": "Send it as UTF-8."}
        ) from None
    except ValidationError as error:
        faults = error.errors(include_input=False, include_url=False, include_context=False)
        raise invalid(("body", fault["loc"], fault["msg"]) for fault in faults) from None


def _media_type(request: Request) -> str:
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()


def _response(written: LinkedOutput, kind: LinksAs, in_json: bool) -> Response:
    """The response with a linked ruling; HTML is for saving, it never runs as a page of ours."""
    headers = {"cache-control": "no-store"}
    if written.is_compressed:
        headers |= {"content-encoding": "gzip", "vary": "Accept-Encoding"}
    if in_json and kind in DOCUMENTS:
        return Response(written.content, 200, headers, JSON)
    if kind is LinksAs.html:
        headers["content-disposition"] = 'attachment; filename="linked.html"'
    return Response(written.content, 200, headers, _MEDIA[kind])
