# SPDX-License-Identifier: MIT
"""Sends single requests to an S3-compatible store, signed by botocore and sent by aiohttp.

Each answer that is no success becomes an exception that says what the caller can do.
"""

import asyncio
import dataclasses
import re
import urllib.parse
from types import TracebackType
from typing import Any

import aiohttp
import botocore.session
import yarl
from botocore.auth import S3SigV4Auth
from botocore.awsrequest import AWSRequest

from .job import Store
from .names import raw

PAGE_BYTES = 64 << 20  # the largest page of a listing
ERROR_BYTES = 64 << 10  # what is read of an error's body
CONTENT_RANGE = re.compile(r"bytes (\d{1,18})-(\d{1,18})/(\d{1,18})")


class StoreError(Exception):
    """An answer or an event that is no success."""


class Missing(StoreError):
    """The object is not there."""


class Denied(StoreError):
    """The store refuses access to the object."""


class Archived(StoreError):
    """The object is in an archive and must be restored before it can be read."""


class Replaced(StoreError):
    """The object has another ETag than the request asks for."""


class TooLong(StoreError):
    """The answer has more bytes than were asked for."""


class Transient(StoreError):
    """The same request may succeed later: throttling, an error of the server, a time-out, a cut answer."""


class Unreachable(Transient):
    """No connection can be made."""


class Refused(StoreError):
    """Any other refusal."""


@dataclasses.dataclass(frozen=True, slots=True)
class Answer:
    """The body and the identity of an object or of a range of it."""

    body: bytes
    etag: str
    size: int  # of the whole object
    version: str | None


def _error(status: int, body: bytes) -> StoreError:
    code = re.search(rb"<Code>(\w+)</Code>", body)
    name = code[1].decode() if code else "no code"
    text = f"HTTP {status} {name}"
    if name == "InvalidObjectState":
        return Archived(text)
    if (
        name in ("SlowDown", "RequestTimeout", "RequestTimeTooSkewed")
        or status in (408, 429)
        or status >= 500
    ):
        return Transient(text)
    if name == "NoSuchBucket":  # says nothing about the object
        return Refused(text)
    kinds: dict[int, type[StoreError]] = {404: Missing, 401: Denied, 403: Denied, 412: Replaced}
    return kinds.get(status, Refused)(text)


async def _body(content: aiohttp.StreamReader, limit: int) -> bytes:
    """Returns a body, or the first bytes of it if it has more than `limit` bytes: limit + 1 or more."""
    pieces: list[bytes] = []
    size = 0
    async for piece in content.iter_any():
        pieces.append(piece)
        size += len(piece)
        if size > limit:
            break
    return b"".join(pieces)


def _total(found: Any, start: int, length: int) -> int:
    """Returns the size of the object whose range begins at `start` and has `length` bytes.

    Raises Transient if the answer is for another range.
    """
    match = CONTENT_RANGE.fullmatch(found.get("Content-Range", ""))
    if not match or (int(match[1]), int(match[2]) + 1) != (start, start + length):
        raise Transient(f"an answer for the range {found.get('Content-Range', 'without a name')!r}")
    return int(match[3])


class Client:
    """A connection pool to one bucket. For one event loop."""

    def __init__(self, bucket: str, store: Store, timeout: float, connections: int) -> None:
        if store.endpoint:
            self._base = f"{store.endpoint.rstrip('/')}/{bucket}/"
        else:
            self._base = f"https://{bucket}.s3.{store.region}.amazonaws.com/"
        self._region = store.region
        self._credentials: Any = None
        if not store.anonymous:
            self._credentials = botocore.session.get_session().get_credentials()
        self._session = aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(limit=connections),
            timeout=aiohttp.ClientTimeout(total=timeout, sock_connect=min(timeout, 10.0)),
            auto_decompress=False,
        )
        self.requests = 0

    async def __aenter__(self) -> "Client":
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._session.close()

    def _signed(self, url: str, headers: dict[str, str]) -> dict[str, str]:
        if self._credentials is None:
            return headers
        request = AWSRequest("GET", url, headers={**headers, "x-amz-content-sha256": "UNSIGNED-PAYLOAD"})
        S3SigV4Auth(self._credentials.get_frozen_credentials(), "s3", self._region).add_auth(request)
        return dict(request.headers)

    async def get(self, url: str, headers: dict[str, str], limit: int) -> tuple[int, bytes, Any]:
        """Sends one GET. Returns status, body and headers of a success and raises a StoreError otherwise.

        Raises TooLong for a body of more than `limit` bytes.
        """
        self.requests += 1
        # Not signed: proxies change this header. A body that was compressed on the way has another digest.
        sent = {**self._signed(url, headers), "Accept-Encoding": "identity"}
        try:
            async with self._session.get(
                yarl.URL(url, encoded=True), headers=sent, allow_redirects=False
            ) as answer:
                if answer.status not in (200, 206):
                    raise _error(answer.status, await _body(answer.content, ERROR_BYTES))
                body = await _body(answer.content, limit)
                if len(body) > limit:
                    raise TooLong(f"more than the {limit} bytes that were asked for")
                return answer.status, body, answer.headers
        except aiohttp.ClientConnectorError as error:
            raise Unreachable(str(error)) from error
        except aiohttp.ConnectionTimeoutError as error:
            raise Unreachable("no connection before the time-out") from error
        except (asyncio.TimeoutError, TimeoutError) as error:
            raise Transient("time-out") from error
        except aiohttp.ClientError as error:
            raise Transient(str(error) or type(error).__name__) from error

    async def read(
        self,
        key: str,
        start: int = 0,
        end: int | None = None,
        etag: str | None = None,
        version: str | None = None,
        fresh: bool = False,
    ) -> Answer:
        """Reads an object, or the bytes from start to end of it.

        Raises TooLong for more bytes than that, and Replaced if the object does not have the etag. A store
        may ignore If-Match, so the ETag of the answer is compared too. fresh asks caches on the way for the
        store's own bytes.
        """
        headers = {}
        if end is not None:
            headers["Range"] = f"bytes={start}-{end - 1}"
        if etag is not None:
            headers["If-Match"] = f'"{etag}"'
        if fresh:
            headers["Cache-Control"] = "no-cache"
        url = self._base + urllib.parse.quote(raw(key), safe="/~")
        if version:
            url += "?versionId=" + urllib.parse.quote(version, safe="")
        status, body, found = await self.get(url, headers, PAGE_BYTES if end is None else end - start)
        if status == 206:
            size = _total(found, start, len(body))
            if len(body) != min(end or size, size) - start:
                raise Transient(f"{len(body)} bytes of the range {start} to {end}")
        elif start:
            raise Refused("the store ignores the range of a request")
        else:
            size = len(body)
        found_etag = found.get("ETag", "").strip('"')
        if etag is not None and found_etag != etag:
            raise Replaced("another ETag than that of the request")
        return Answer(body, found_etag, size, found.get("x-amz-version-id"))

    async def list_page(self, options: dict[str, str]) -> bytes:
        """Returns the XML of one page of a listing."""
        query = urllib.parse.urlencode(
            {"list-type": "2", "encoding-type": "url", **options},
            quote_via=urllib.parse.quote,
            errors="surrogateescape",
        )
        _, body, _ = await self.get(f"{self._base}?{query}", {}, PAGE_BYTES)
        return body
