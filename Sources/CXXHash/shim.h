// The header guard answers a missing package with the command that installs it.
#ifndef TRAVELOG_CXXHash_SHIM_H
#define TRAVELOG_CXXHash_SHIM_H

#if __has_include(<xxhash.h>)
#include <xxhash.h>
#else
#error "libxxhash-dev is missing. Debian and Ubuntu: apt-get install libxxhash-dev. macOS: brew install xxhash."
#endif

#endif
