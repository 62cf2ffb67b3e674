# SPDX-License-Identifier: MIT
"""Serves objects by the S3 protocol on the loopback, with faults on request: the store of the tests.

    python s3_server.py [--objects N] [--size BYTES] [--port P]

The server knows ListObjectsV2 with a delimiter, HEAD, and GET with Range and If-Match. Requests are not
authenticated. A Store holds the objects. Its `fault` decides what happens to one request.
"""

import argparse
import asyncio
import dataclasses
import hashlib
import html
import threading
import urllib.parse
from collections.abc import Callable

PIECE = 1 << 18


@dataclasses.dataclass
class Object:
    """An object: the content, or a function that returns the bytes of a range of a virtual one."""

    content: bytes | Callable[[int, int], bytes]
    size: int
    etag: str
    storage_class: str = "STANDARD"

    def read(self, start: int, end: int) -> bytes:
        return self.content(start, end) if callable(self.content) else self.content[start:end]


@dataclasses.dataclass
class Fault:
    """What happens to one request: an HTTP status, a stall in seconds, a body that ends after bytes, or
    another answer: status, headers and body."""

    status: int = 0
    code: str = ""
    stall: float = 0.0
    cut_after: int = -1
    answer: tuple[int, dict[str, str], bytes] | None = None


@dataclasses.dataclass
class Request:
    method: str
    key: str
    start: int
    query: dict[str, str]
    headers: dict[str, str]


def no_fault(store: "Store", request: Request) -> Fault | None:
    """Returns no fault."""
    return None


class Store:
    """The objects of one bucket, the log of requests, and the fault of each request."""

    def __init__(self) -> None:
        self.objects: dict[str, Object] = {}
        self.requests: list[tuple[str, str]] = []
        self.fault: Callable[[Store, Request], Fault | None] = no_fault

    def put(self, key: str, content: bytes, storage_class: str = "STANDARD") -> None:
        etag = hashlib.md5(content, usedforsecurity=False).hexdigest()
        self.objects[key] = Object(content, len(content), f'"{etag}"', storage_class)

    def put_virtual(self, key: str, size: int, read: Callable[[int, int], bytes], etag: str) -> None:
        self.objects[key] = Object(read, size, f'"{etag}"')

    def count(self, method: str) -> int:
        """Returns the number of requests with this method; LIST is one of them."""
        return sum(1 for m, _ in self.requests if m == method)


REASONS = {200: "OK", 206: "Partial Content", 403: "Forbidden", 404: "Not Found", 412: "Precondition Failed"}


class Server:
    """An asyncio server in a thread of its own."""

    def __init__(self, store: Store, port: int = 0) -> None:
        self.store = store
        self.loop = asyncio.new_event_loop()
        self._started = threading.Event()
        self._port = port
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        self._started.wait()

    def _run(self) -> None:
        asyncio.set_event_loop(self.loop)
        server = self.loop.run_until_complete(asyncio.start_server(self._serve, "127.0.0.1", self._port))
        self._port = server.sockets[0].getsockname()[1]
        self._started.set()
        self.loop.run_forever()
        server.close()
        connections = asyncio.all_tasks(self.loop)
        for connection in connections:
            connection.cancel()
        self.loop.run_until_complete(asyncio.gather(*connections, return_exceptions=True))
        self.loop.close()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    def close(self) -> None:
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while await self._one(reader, writer):
                pass
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    async def _one(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        method, target, _ = head[0].split(" ")
        headers = {k.lower(): v.strip() for k, _, v in (line.partition(":") for line in head[1:] if line)}
        path, _, query = target.partition("?")
        parts = urllib.parse.unquote(path).split("/", 2)
        key = parts[2] if len(parts) > 2 else ""
        options = dict(urllib.parse.parse_qsl(query, keep_blank_values=True))
        if "list-type" in options:
            method, key = "LIST", ""
        start = int(headers.get("range", "bytes=0-").split("=")[1].split("-")[0] or 0)
        request = Request(method, key, start, options, headers)
        self.store.requests.append((method, key))
        fault = self.store.fault(self.store, request) or Fault()
        if fault.stall:
            await asyncio.sleep(fault.stall)
        if fault.status:
            return await self._error(writer, fault.status, fault.code or "InternalError", method)
        if fault.answer:
            await self._answer(writer, *fault.answer)
            return True
        if method == "LIST":
            return await self._list(writer, options)
        return await self._get(writer, request, fault)

    async def _error(self, writer: asyncio.StreamWriter, status: int, code: str, method: str) -> bool:
        body = f"<?xml version='1.0'?><Error><Code>{code}</Code><Message>{code}</Message></Error>".encode()
        await self._answer(
            writer, status, {"Content-Type": "application/xml"}, b"" if method == "HEAD" else body
        )
        return True

    async def _answer(
        self,
        writer: asyncio.StreamWriter,
        status: int,
        headers: dict[str, str],
        body: bytes,
        length: int = -1,
    ) -> None:
        headers = {"Content-Length": str(len(body) if length < 0 else length), **headers}
        lines = [f"HTTP/1.1 {status} {REASONS.get(status, 'Error')}"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        writer.write("\r\n".join([*lines, "", ""]).encode("utf-8", "surrogateescape") + body)
        await writer.drain()

    async def _get(self, writer: asyncio.StreamWriter, request: Request, fault: Fault) -> bool:
        found = self.store.objects.get(request.key)
        if found is None:
            return await self._error(writer, 404, "NoSuchKey", request.method)
        if request.headers.get("if-match", found.etag) != found.etag:
            return await self._error(writer, 412, "PreconditionFailed", request.method)
        if found.storage_class in ("GLACIER", "DEEP_ARCHIVE") and request.method == "GET":
            return await self._error(writer, 403, "InvalidObjectState", request.method)
        start, end, status = 0, found.size, 200
        headers = {
            "ETag": found.etag,
            "Last-Modified": "Mon, 23 Nov 2026 00:00:00 GMT",
            "Accept-Ranges": "bytes",
        }
        if "range" in request.headers:
            last = request.headers["range"].split("-")[1]
            start, end, status = request.start, min(found.size, int(last) + 1 if last else found.size), 206
            headers["Content-Range"] = f"bytes {start}-{end - 1}/{found.size}"
        if request.method == "HEAD":
            await self._answer(writer, 200, headers, b"", found.size)
            return True
        if fault.cut_after >= 0:
            await self._answer(
                writer, status, headers, found.read(start, start + fault.cut_after), end - start
            )
            return False
        await self._answer(writer, status, headers, found.read(start, min(end, start + PIECE)), end - start)
        for at in range(start + PIECE, end, PIECE):
            writer.write(found.read(at, min(end, at + PIECE)))
            await writer.drain()
        return True

    async def _list(self, writer: asyncio.StreamWriter, options: dict[str, str]) -> bool:
        prefix, delimiter = options.get("prefix", ""), options.get("delimiter", "")
        after = options.get("continuation-token") or options.get("start-after", "")
        contents: list[str] = []
        folders: list[str] = []
        last, truncated = "", False
        for key in sorted(self.store.objects, key=str.encode):
            if not key.startswith(prefix) or key.encode() <= after.encode():
                continue
            rest = key[len(prefix) :]
            folder = prefix + rest[: rest.index(delimiter) + 1] if delimiter and delimiter in rest else ""
            if folder:
                if folder not in folders:
                    folders.append(folder)
            elif len(contents) == int(options.get("max-keys", 1000)):
                truncated = True
                break
            else:
                contents.append(key)
            last = key
        await self._answer(
            writer,
            200,
            {"Content-Type": "application/xml"},
            self._listing(contents, folders, truncated, last, options),
        )
        return True

    def _listing(
        self, contents: list[str], folders: list[str], truncated: bool, last: str, options: dict[str, str]
    ) -> bytes:
        quote = urllib.parse.quote if options.get("encoding-type") == "url" else html.escape
        out = ["<?xml version='1.0' encoding='UTF-8'?><ListBucketResult>"]
        out.append(f"<Name>bucket</Name><Prefix>{quote(options.get('prefix', ''))}</Prefix>")
        if "encoding-type" in options:
            out.append("<EncodingType>url</EncodingType>")
        out.append(f"<KeyCount>{len(contents)}</KeyCount><IsTruncated>{str(truncated).lower()}</IsTruncated>")
        if truncated:
            out.append(f"<NextContinuationToken>{html.escape(last)}</NextContinuationToken>")
        for key in contents:
            found = self.store.objects[key]
            out.append(
                f"<Contents><Key>{quote(key)}</Key><Size>{found.size}</Size><ETag>{html.escape(found.etag)}</ETag>"
                f"<LastModified>2026-11-23T00:00:00.000Z</LastModified>"
                f"<StorageClass>{found.storage_class}</StorageClass></Contents>"
            )
        out += [f"<CommonPrefixes><Prefix>{quote(folder)}</Prefix></CommonPrefixes>" for folder in folders]
        return "".join([*out, "</ListBucketResult>"]).encode()


def main() -> None:
    """Serves N objects of BYTES bytes until the process ends."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--objects", type=int, default=1000)
    parser.add_argument("--size", type=int, default=1024)
    parser.add_argument("--huge", type=int, default=0)
    parser.add_argument("--port", type=int, default=0)
    options = parser.parse_args()
    store = Store()
    for i in range(options.objects):
        store.put(f"o/{i // 1000:04}/{i:08}", f"{i:08}".encode() * (options.size // 8))
    if options.huge:
        store.put_virtual("huge", options.huge, lambda a, b: bytes(b - a), "huge-1")
    server = Server(store, options.port)
    print(server.url, flush=True)
    server._thread.join()


if __name__ == "__main__":
    main()
