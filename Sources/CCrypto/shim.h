// The header guard answers a missing package with the command that installs it.
#ifndef TRAVELOG_CCrypto_SHIM_H
#define TRAVELOG_CCrypto_SHIM_H

#if __has_include(<openssl/evp.h>)
#include <openssl/evp.h>
#else
#error "libssl-dev is missing. Debian and Ubuntu: apt-get install libssl-dev. macOS: brew install openssl@3."
#endif

#endif
