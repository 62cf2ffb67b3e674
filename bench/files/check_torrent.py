# SPDX-License-Identifier: MIT
"""Checks a single-file torrent with another library:  check_torrent.py libtorrent|torf TORRENT FOLDER

The exit status is 0 if every piece is good.
"""

import sys
import time


def libtorrent_check(torrent, folder):
    import libtorrent

    session = libtorrent.session(
        {
            "listen_interfaces": "127.0.0.1:0",
            "enable_dht": False,
            "enable_lsd": False,
            "enable_upnp": False,
            "enable_natpmp": False,
            "hashing_threads": 2,
        }
    )
    parameters = libtorrent.add_torrent_params()
    parameters.ti = libtorrent.torrent_info(torrent)
    parameters.save_path = folder
    handle = session.add_torrent(parameters)
    while handle.status().state not in (
        libtorrent.torrent_status.seeding,
        libtorrent.torrent_status.finished,
        libtorrent.torrent_status.downloading,
    ):
        time.sleep(0.02)
    return handle.status().progress == 1


def torf_check(torrent, folder):
    import torf

    read = torf.Torrent.read(torrent)
    return read.verify(f"{folder}/{read.name}")


if __name__ == "__main__":
    check = {"libtorrent": libtorrent_check, "torf": torf_check}[sys.argv[1]]
    sys.exit(0 if check(sys.argv[2], sys.argv[3]) else 1)
