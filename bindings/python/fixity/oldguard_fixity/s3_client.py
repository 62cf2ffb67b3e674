# SPDX-License-Identifier: MIT
"""Sends single requests to an S3-compatible store, signed by botocore and sent by aiohttp.

Each answer that is no success becomes an exception that says what the caller can do.
"""

import asyncio
import dataclasses
import re
import urllib.parse
from collections.abc import Callable
from types import TracebackType
from typing import Any

import aiohttp
import botocore.session
import yarl
from botocore.auth import S3SigV4Auth
from botocore.awsrequest import AWSRequest

from .job import Store
from .listing import is_header
from .names import raw

PAGE_BYTES = 16 << 20  # the largest page of a listing
WHOLE_BYTES = 1 << 20  # the largest object that is read without a range: it should be empty
ERROR_BYTES = 64 << 10  # what is read of an error's body
CONTENT_RANGE = re.compile(r"bytes ([0-9]{1,18})-([0-9]{1,18})/([0-9]{1,18})")


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


def _error(status: int, body: bytes | bytearray) -> StoreError:
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


async def _read(content: aiohttp.StreamReader, limit: int, take: Callable[[bytes], object]) -> bool:
    """Calls take with the pieces of a body, of `limit` bytes at most. Returns whether this is all of it."""
    left = limit
    async for piece in content.iter_any():
        take(piece[:left])
        left -= len(piece)
        if left < 0:
            return False
    return True


def _header(found: Any, name: str) -> str:
    """Returns a header that later requests and reports contain, or "". Raises Refused for a hostile one."""
    value: str = found.get(name, "").strip('"')
    if value and not is_header(value):
        raise Refused(f"the header {name} is not printable ASCII")
    return value


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

    async def get(
        self, url: str, headers: dict[str, str], limit: int, take: Callable[[bytes], object]
    ) -> tuple[int, Any]:
        """Sends one GET and calls take with the pieces of the body as they arrive.

        Returns status and headers of a success and raises a StoreError otherwise. Raises TooLong for a body
        of more than `limit` bytes.
        """
        self.requests += 1
        # Not signed: proxies change this header. A body that was compressed on the way has another digest.
        sent = {**self._signed(url, headers), "Accept-Encoding": "identity"}
        try:
            async with self._session.get(
                yarl.URL(url, encoded=True), headers=sent, allow_redirects=False
            ) as answer:
                if answer.status not in (200, 206):
                    error = bytearray()
                    await _read(answer.content, ERROR_BYTES, error.extend)
                    raise _error(answer.status, error)
                if not await _read(answer.content, limit, take):
                    raise TooLong(f"more than the {limit} bytes that were asked for")
                return answer.status, answer.headers
        except aiohttp.ClientConnectorError as failure:
            raise Unreachable(str(failure)) from failure
        except aiohttp.ConnectionTimeoutError as failure:
            raise Unreachable("no connection before the time-out") from failure
        except (asyncio.TimeoutError, TimeoutError) as failure:
            raise Transient("time-out") from failure
        except aiohttp.ClientError as failure:
            raise Transient(str(failure) or type(failure).__name__) from failure

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
        pieces: list[bytes] = []
        limit = WHOLE_BYTES if end is None else end - start
        status, found = await self.get(url, headers, limit, pieces.append)
        body = b"".join(pieces)
        if status == 206:
            size = _total(found, start, len(body))
            if len(body) != min(end or size, size) - start:
                raise Transient(f"{len(body)} bytes of the range {start} to {end}")
        elif start:
            raise Refused("the store ignores the range of a request")
        else:
            size = len(body)
        found_etag = _header(found, "ETag")
        if etag is not None and not found_etag:
            raise Transient("an answer without an ETag")
        if etag is not None and found_etag != etag:
            raise Replaced("another ETag than that of the request")
        return Answer(body, found_etag, size)

    async def list_page(self, options: dict[str, str], take: Callable[[bytes], object]) -> None:
        """Calls take with the pieces of the XML of one page of a listing."""
        query = urllib.parse.urlencode(
            {"list-type": "2", "encoding-type": "url", **options},
            quote_via=urllib.parse.quote,
            errors="surrogateescape",
        )
        await self.get(f"{self._base}?{query}", {}, PAGE_BYTES, take)
