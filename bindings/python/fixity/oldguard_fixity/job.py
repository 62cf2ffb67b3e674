# SPDX-License-Identifier: MIT
"""The job folder: job.json, plan/, done/, import/ and state/.

A job is planned when job.json is there, which is written last. A shard is done when its file in done/ is
there.
"""

import dataclasses
import functools
import json
import typing
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

import pyarrow as pa

from . import shard_files
from .errors import Damaged, Usage
from .files import read_whole, write_whole

FORMAT = "oldguard-fixity-job"
VERSION = 1
STATUSES = {"ok", "new", "corrupt", "changed", "missing", "unreadable", "skipped"}


@dataclasses.dataclass(frozen=True)
class Limits:
    """The sizes of shards and of reads, in objects and bytes, and the time-out of a read in seconds."""

    shard_objects: int = 5000
    shard_bytes: int = 1 << 30  # a larger object is a shard of its own
    range_bytes: int = 6 << 20
    ranges: int = 4  # ranges of a huge object in flight
    requests: int = 32  # small objects in flight
    checkpoint_bytes: int = 1 << 30
    timeout: float = 60.0  # for each range or small object
    retries: int = 5
    backoff: float = 0.5  # seconds before the first retry, doubled for each further one
    denied: int = 100  # refused or failed objects in a row that stop the run


@dataclasses.dataclass(frozen=True)
class Store:
    """How to reach an S3-compatible store. Credentials are never stored."""

    endpoint: str = ""
    region: str = "us-east-1"
    anonymous: bool = False


@dataclasses.dataclass(frozen=True)
class Origin:
    """What the plan was made from. A damaged plan shard is made from it again."""

    expect: tuple[str, ...] = ()
    previous: str = ""
    max_age: float = 0.0  # seconds; 0: no limit
    sample: float = 0.0  # the fraction of the unchanged objects that is read all the same
    inventory: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()  # patterns of names
    given: str = ""  # the source as it was typed, absolute: names of a manifest may begin with it
    strip_prefix: str = ""
    backslashes: bool = False
    encoding: str = ""


@dataclasses.dataclass(frozen=True)
class Description:
    """The content of job.json."""

    source: str  # s3://BUCKET/PREFIX/ or an absolute path
    algorithm: str
    detect: bool
    planned_at: str
    expectations: bool  # false: the first job of a source, which only records digests
    shards: tuple[tuple[int, int], ...]  # objects and bytes of each
    limits: Limits = Limits()
    store: Store = Store()
    origin: Origin = Origin()

    @property
    def objects(self) -> int:
        """Returns the number of objects of the job."""
        return sum(objects for objects, _ in self.shards)

    @property
    def bytes(self) -> int:
        """Returns the number of bytes to read."""
        return sum(size for _, size in self.shards)


class Job:
    """A planned job."""

    def __init__(self, path: Path, about: Description) -> None:
        self.path = path
        self.about = about

    def plan_file(self, shard: int) -> Path:
        return self.path / "plan" / f"{shard:08}.parquet"

    def done_file(self, shard: int) -> Path:
        return self.path / "done" / f"{shard:08}.parquet"

    def import_file(self, shard: int) -> Path:
        return self.path / "import" / f"{shard:08}.parquet"

    def read_plan(self, shard: int) -> pa.Table:
        """Returns a plan shard. Raises Damaged if it is absent or damaged."""
        try:
            return shard_files.read(self.plan_file(shard), shard_files.PLAN, self.about.shards[shard][0])
        except FileNotFoundError as error:
            raise Damaged(f"{self.plan_file(shard).name}: not there") from error

    def read_done(self, shard: int) -> pa.Table | None:
        """Returns a result shard, or None if it is not done. Raises Damaged if it is damaged."""
        try:
            done = shard_files.read(self.done_file(shard), shard_files.RESULT, self.about.shards[shard][0])
        except FileNotFoundError:
            return None
        if not set(done["status"].unique().to_pylist()) <= STATUSES:
            raise Damaged(f"{self.done_file(shard).name}: an unknown status")
        return done

    def shard_numbers(self) -> range:
        """Returns the numbers of all shards."""
        return range(len(self.about.shards))


def create(path: Path, about: Description) -> Job:
    """Writes job.json, which makes the folder a job."""
    write_whole(path / "job.json", json.dumps(_to_json(about)).encode() + b"\n")
    return Job(path, about)


def make_folders(path: Path) -> None:
    """Makes the folders of a new job. Raises Usage if the path is a job or a folder with files."""
    if (path / "job.json").exists():
        raise Usage(f"{path}: a job is planned there already; plan into a new folder")
    if path.exists() and any(file.name not in ("plan", "done", "state", "import") for file in path.iterdir()):
        raise Usage(f"{path}: the folder has other files")
    for name in ("plan", "done", "state", "import"):
        (path / name).mkdir(parents=True, exist_ok=True)


@functools.lru_cache(maxsize=8)
def _load(path: Path, written: int) -> Job:
    try:
        fields: dict[str, Any] = json.loads(read_whole(path / "job.json"))
        if fields.get("format") != FORMAT:
            raise Usage(f"{path}: job.json is of another program")
        if fields.get("version") != VERSION:
            raise Usage(f"{path}: the job has version {fields.get('version')}; this program reads {VERSION}")
        return Job(path, _from_json(fields))
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise Usage(f"{path}: job.json cannot be read: {error}") from error


def load(path: Path) -> Job:
    """Reads a job. Raises Usage if there is none, or if it has another version."""
    path = path.absolute()
    try:
        written = (path / "job.json").stat().st_mtime_ns
    except OSError as error:
        raise Usage(f"{path}: no job is planned there: {error.strerror}") from error
    return _load(path, written)


Kind = TypeVar("Kind", Limits, Store, Origin)


def _has_type(value: Any, kind: Any) -> bool:
    """Returns whether a value of job.json is of a type, and no number below 0."""
    if kind is float:
        return type(value) in (int, float) and 0 <= value < 1e18
    if kind is int:
        return type(value) is int and 0 <= value < 1 << 63
    if typing.get_origin(kind) is tuple:
        return isinstance(value, list) and all(isinstance(one, str) for one in value)
    return type(value) is kind


def _typed(kind: type[Kind], values: dict[str, Any]) -> Kind:
    """Returns a part of job.json. Raises ValueError for a value of another type or below 0."""
    for field in dataclasses.fields(kind):
        if field.name in values and not _has_type(values[field.name], field.type):
            raise ValueError(f"{field.name} is {values[field.name]!r}")
    members: dict[str, Any] = {k: tuple(one) if isinstance(one, list) else one for k, one in values.items()}
    if kind is Limits and not all(one > 0 for name, one in members.items() if name != "retries"):
        raise ValueError("a limit is 0")
    return kind(**members)


def _to_json(about: Description) -> dict[str, Any]:
    return {"format": FORMAT, "version": VERSION, **dataclasses.asdict(about)}


def _from_json(fields: dict[str, Any]) -> Description:
    rest = {k: v for k, v in fields.items() if k not in ("format", "version")}
    for name, kind in (("source", str), ("planned_at", str), ("detect", bool), ("expectations", bool)):
        if not _has_type(rest[name], kind):
            raise ValueError(f"{name} is {rest[name]!r}")
    if rest["algorithm"] not in ("sha1", "whirlpool"):
        raise ValueError(f"algorithm is {rest['algorithm']!r}")
    if datetime.fromisoformat(rest["planned_at"]).tzinfo is None:
        raise ValueError("planned_at has no time zone")
    if not all(_has_type(number, int) for shard in rest["shards"] for number in shard):
        raise ValueError("a shard has no numbers")
    return Description(
        **{
            **rest,
            "shards": tuple((objects, size) for objects, size in rest["shards"]),
            "limits": _typed(Limits, rest["limits"]),
            "store": _typed(Store, rest["store"]),
            "origin": _typed(Origin, rest["origin"]),
        }
    )
