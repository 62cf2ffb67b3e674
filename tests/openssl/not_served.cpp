// SPDX-License-Identifier: MIT
// Calls EVP with SHA-256 and AES, which oldguard does not have, or connects by TLS 1.3, in the function
// `measured`. test_cost.py counts its instructions:  not_served digest|hmac|pbkdf2|aes|tls
#include <cstdlib>
#include <cstring>

#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/params.h>
#include <openssl/ssl.h>

namespace {

unsigned char data[64], out[EVP_MAX_MD_SIZE];
std::size_t written;

bool digest() { return EVP_Q_digest(nullptr, "SHA256", nullptr, data, sizeof data, out, &written) == 1; }

bool hmac() {
    return EVP_Q_mac(nullptr, "HMAC", nullptr, "SHA256", nullptr, data, 20, data, sizeof data, out,
                     sizeof out, &written) != nullptr;
}

bool pbkdf2() {
    unsigned iterations = 1000;
    char name[] = "SHA256";
    const OSSL_PARAM params[] = {OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_DIGEST, name, 0),
                                 OSSL_PARAM_octet_string(OSSL_KDF_PARAM_PASSWORD, data, 8),
                                 OSSL_PARAM_octet_string(OSSL_KDF_PARAM_SALT, data, 8),
                                 OSSL_PARAM_uint(OSSL_KDF_PARAM_ITER, &iterations), OSSL_PARAM_END};
    EVP_KDF *kdf = EVP_KDF_fetch(nullptr, "PBKDF2", nullptr);
    EVP_KDF_CTX *ctx = EVP_KDF_CTX_new(kdf);
    const bool done = EVP_KDF_derive(ctx, out, 32, params) == 1;
    EVP_KDF_CTX_free(ctx);
    EVP_KDF_free(kdf);
    return done;
}

bool aes() {
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
    int size = 0, last = 0;
    const bool done = EVP_EncryptInit_ex2(ctx, EVP_aes_128_cbc(), data, data, nullptr) == 1 &&
                      EVP_EncryptUpdate(ctx, out, &size, data, 40) == 1 &&
                      EVP_EncryptFinal_ex(ctx, out + size, &last) == 1;
    EVP_CIPHER_CTX_free(ctx);
    return done;
}

unsigned share_key(SSL *, const char *, char *identity, unsigned, unsigned char *key, unsigned) {
    identity[0] = 'c';
    identity[1] = 0;
    std::memcpy(key, data, 32);
    return 32;
}

unsigned find_key(SSL *, const char *, unsigned char *key, unsigned) {
    std::memcpy(key, data, 32);
    return 32;
}

// Connects a client and a server by a shared key, and sends a record.
bool tls() {
    static SSL_CTX *const context = SSL_CTX_new(TLS_method());
    SSL *client = SSL_new(context), *server = SSL_new(context);
    BIO *to_client = nullptr, *to_server = nullptr;
    BIO_new_bio_pair(&to_server, 1 << 15, &to_client, 1 << 15);
    SSL_set_bio(client, to_server, to_server);
    SSL_set_bio(server, to_client, to_client);
    SSL_set_psk_client_callback(client, share_key);
    SSL_set_psk_server_callback(server, find_key);
    SSL_set_connect_state(client);
    SSL_set_accept_state(server);
    int connected = 0;
    for (int i = 0; i < 8 && connected != 1; i++) {
        connected = SSL_do_handshake(client);
        if (SSL_do_handshake(server) != 1) {
            connected = 0;
        }
    }
    const bool done = connected == 1 && SSL_write(client, data, sizeof data) == sizeof data &&
                      SSL_read(server, out, sizeof out) == sizeof data;
    SSL_free(client);
    SSL_free(server);
    return done;
}

constexpr struct {
    const char *name;
    bool (*call)();
    int calls;
} operations[] = {
    {"digest", digest, 100}, {"hmac", hmac, 100}, {"pbkdf2", pbkdf2, 1}, {"aes", aes, 100}, {"tls", tls, 10}};

}  // namespace

extern "C" __attribute__((noinline)) bool measured(bool (*call)(), int calls) {
    bool done = true;
    for (int i = 0; i < calls && done; i++) {
        done = call();
    }
    return done;
}

int main(int argc, char **argv) {
    for (const auto &[name, call, calls] : operations) {
        if (argc == 2 && std::strcmp(argv[1], name) == 0) {
            return call() && measured(call, calls) ? EXIT_SUCCESS : EXIT_FAILURE;  // the first call fetches
        }
    }
    return EXIT_FAILURE;
}
