// SPDX-License-Identifier: MIT
// The C interface of the module oldguard_torrent.so, which reads .torrent files with libtorrent-rasterbar.
//
// The command loads the module when it is given a torrent, so that only its other work has no dependency on
// libtorrent-rasterbar (5 MB, with OpenSSL and Boost).
#ifndef OLDGUARD_CLI_TORRENT_MODULE_H
#define OLDGUARD_CLI_TORRENT_MODULE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Increases with each change of the declarations below.
#define OG_TORRENT_ABI 1

enum og_torrent_kind {
    OG_TORRENT_REGULAR,
    OG_TORRENT_PAD,      // zeros between files (BEP 47): not on the disk
    OG_TORRENT_SYMLINK,  // a symbolic link (BEP 47): no bytes in the pieces
};

typedef struct og_torrent_file {
    const char *path;  // relative to the content's folder, or the name of a single file; ends with NUL
    uint64_t size;     // in bytes
    enum og_torrent_kind kind;
} og_torrent_file;

// The description of the content. The bytes of all files in their order are cut into pieces of piece_size
// bytes, of which the last one may be shorter.
typedef struct og_torrent_content {
    const char *name;  // of the content's folder or single file
    int has_folder;    // 0: a single file
    const og_torrent_file *files;
    size_t file_count;
    uint64_t piece_size;
    const uint8_t (*digests)[20];  // the SHA-1 digest of each piece
    size_t piece_count;
} og_torrent_content;

// Returns OG_TORRENT_ABI of the module.
typedef int og_torrent_abi_function(void);

// Parses the size bytes of a .torrent file. Returns its content, which og_torrent_free frees. Returns NULL if
// it is malformed or cannot be checked, and writes the reason to `why`, which has why_size bytes.
typedef const og_torrent_content *og_torrent_parse_function(const void *bytes, size_t size, char *why,
                                                            size_t why_size);

// Frees a content. NULL is permitted.
typedef void og_torrent_free_function(const og_torrent_content *content);

#define OG_TORRENT_EXPORT __attribute__((visibility("default")))
OG_TORRENT_EXPORT og_torrent_abi_function og_torrent_abi;
OG_TORRENT_EXPORT og_torrent_parse_function og_torrent_parse;
OG_TORRENT_EXPORT og_torrent_free_function og_torrent_free;

#ifdef __cplusplus
}
#endif
#endif
