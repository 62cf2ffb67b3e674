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
    kinds: dict[int, type[StoreError]] = {404: Missing, 401: Denied, 403: Denied, 412: Replaced}
    return kinds.get(status, Refused)(text)


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

    async def get(self, url: str, headers: dict[str, str]) -> tuple[bytes, Any]:
        """Sends one GET. Returns body and headers of a success and raises a StoreError otherwise."""
        self.requests += 1
        try:
            async with self._session.get(
                yarl.URL(url, encoded=True), headers=self._signed(url, headers), allow_redirects=False
            ) as answer:
                body = await answer.read()
                if answer.status in (200, 206):
                    return body, answer.headers
                raise _error(answer.status, body)
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

        Raises Replaced if the object does not have the etag. fresh asks caches on the way for the store's
        own bytes.
        """
        headers = {}
        if end is not None:
            headers["Range"] = f"bytes={start}-{end - 1}"
        if etag is not None:
            headers["If-Match"] = f'"{etag}"'
        if fresh:
            headers["Cache-Control"] = "no-cache"
        url = self._base + urllib.parse.quote(key, safe="/~")
        if version:
            url += "?versionId=" + urllib.parse.quote(version, safe="")
        body, found = await self.get(url, headers)
        size = int(found["Content-Range"].rpartition("/")[2]) if "Content-Range" in found else len(body)
        if end is not None and len(body) != min(end, size) - start:
            raise Transient(f"{len(body)} bytes instead of {min(end, size) - start}")
        return Answer(body, found.get("ETag", "").strip('"'), size, found.get("x-amz-version-id"))

    async def list_page(self, options: dict[str, str]) -> bytes:
        """Returns the XML of one page of a listing."""
        query = urllib.parse.urlencode(
            {"list-type": "2", "encoding-type": "url", **options}, quote_via=urllib.parse.quote
        )
        body, _ = await self.get(f"{self._base}?{query}", {})
        return body
