/* SPDX-License-Identifier: MIT */
/* The algorithms that the provider offers, for query_operation. */
#ifndef OG_OPENSSL_ALGORITHMS_H
#define OG_OPENSSL_ALGORITHMS_H

#include <openssl/core.h>

/* A function of any signature in a table of the core. */
typedef void (*ogp_fn)(void);

/* The properties of every algorithm but HMAC. The provider never claims fips=yes. */
#define OGP_PROPERTIES "provider=oldguard,oldguard.preferred=yes"

/* The properties of HMAC. A program fetches it before it names the digest, and other digests cost a context
 * of the next provider: oldguard is slower for them, and no default configuration prefers it. */
#define OGP_ASKED_FOR "provider=oldguard"

extern const OSSL_ALGORITHM ogp_digests[];
extern const OSSL_ALGORITHM ogp_ciphers[];
extern const OSSL_ALGORITHM ogp_macs[];
extern const OSSL_ALGORITHM ogp_kdfs[];

#endif
