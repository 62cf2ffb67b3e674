# SPDX-License-Identifier: MIT
"""Lists a bucket, serially or by the folders of its first level side by side."""

import asyncio
import urllib.parse
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator

from .errors import Stopped
from .job import Limits, Store
from .listing import Listed
from .retry import with_retries
from .s3_client import Client, StoreError
from .s3_url import split_url

FOLDERS_AT_A_TIME = 16


class NoDoctype(ElementTree.TreeBuilder):
    """Refuses a document type: entities of one can expand to any size."""

    def doctype(self, name: str, public: str | None, system: str | None) -> None:
        raise ElementTree.ParseError("a document type")


def _kind(element: ElementTree.Element) -> str:
    return element.tag.rpartition("}")[2]


def _text(element: ElementTree.Element, name: str) -> str:
    return next((child.text or "" for child in element if child.tag.rpartition("}")[2] == name), "")


class S3Listing:
    """The objects of a bucket below a prefix. `requests` counts the pages."""

    def __init__(self, source: str, store: Store, limits: Limits, parallel: bool) -> None:
        self.bucket, self.prefix = split_url(source)
        self.requests = 0
        self._store = store
        self._limits = limits
        self._parallel = parallel

    def __iter__(self) -> Iterator[Listed]:
        runner = asyncio.Runner()
        queue: asyncio.Queue[list[Listed] | None] = asyncio.Queue(64)
        try:
            task = runner.get_loop().create_task(self._all(queue))
            while (page := runner.run(queue.get())) is not None:
                yield from page
            runner.run(asyncio.wait_for(task, None))
        except StoreError as error:
            raise Stopped(f"s3://{self.bucket}/{self.prefix}: the listing failed: {error}") from error
        finally:
            runner.close()

    async def _all(self, queue: asyncio.Queue[list[Listed] | None]) -> None:
        try:
            async with Client(self.bucket, self._store, self._limits.timeout, FOLDERS_AT_A_TIME) as client:
                if not self._parallel:
                    await self._below(client, self.prefix, "", queue)
                else:
                    folders = await self._below(client, self.prefix, "/", queue)
                    gate = asyncio.Semaphore(FOLDERS_AT_A_TIME)

                    async def one(folder: str) -> None:
                        async with gate:
                            await self._below(client, folder, "", queue)

                    await asyncio.gather(*map(one, folders))
                self.requests = client.requests
        finally:
            await queue.put(None)

    async def _below(
        self, client: Client, prefix: str, delimiter: str, queue: asyncio.Queue[list[Listed] | None]
    ) -> list[str]:
        folders: list[str] = []
        tokens: set[int] = set()  # hashes of the tokens: a listing may have a million
        options = {"prefix": prefix, **({"delimiter": delimiter} if delimiter else {})}
        while True:
            body = await with_retries(
                lambda: client.list_page(options), self._limits.retries, self._limits.backoff
            )
            try:
                page = ElementTree.fromstring(body, ElementTree.XMLParser(target=NoDoctype()))
                folders += [self._key(one, "Prefix") for one in page if _kind(one) == "CommonPrefixes"]
                rows = [self._row(one) for one in page if _kind(one) == "Contents"]
            except (ElementTree.ParseError, ValueError) as error:
                raise Stopped(f"a page of the store's listing is not valid: {error}") from error
            await queue.put(rows)
            if _text(page, "IsTruncated") != "true":
                return folders
            token = _text(page, "NextContinuationToken")
            if not token or hash(token) in tokens:
                raise Stopped("the store's listing has a continuation token twice, or none: it has no end")
            tokens.add(hash(token))
            options["continuation-token"] = token

    def _key(self, element: ElementTree.Element, name: str) -> str:
        """Returns a key of a page. Raises ValueError if it is not below the prefix."""
        key = urllib.parse.unquote_plus(_text(element, name), errors="surrogateescape")
        if not key.startswith(self.prefix):
            raise ValueError(f"the key {key!r} is not below the prefix")
        return key

    def _row(self, element: ElementTree.Element) -> Listed:
        name = self._key(element, "Key").removeprefix(self.prefix)
        size = int(_text(element, "Size"))
        if not 0 <= size < 1 << 63:
            raise ValueError(f"an object of {size} bytes")
        etag = _text(element, "ETag").strip('"') or None
        storage_class = _text(element, "StorageClass") or None
        return Listed(name, size, etag, None, storage_class)
