// The header guard answers a missing package with the command that installs it.
#ifndef TRAVELOG_CCrypto_SHIM_H
#define TRAVELOG_CCrypto_SHIM_H

// The functions of one algorithm are discouraged in favour of the general ones, which cost a fifth more where
// short texts are hashed; they are in every version of the library all the same.
#define OPENSSL_SUPPRESS_DEPRECATED

#if __has_include(<openssl/sha.h>)
#include <openssl/evp.h>
#include <openssl/rand.h>
#include <openssl/sha.h>
#else
#error "libssl-dev is missing. Debian and Ubuntu: apt-get install libssl-dev. macOS: brew install openssl@3."
#endif

#endif
