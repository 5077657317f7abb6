// The header guard answers a missing package with the command that installs it.
#ifndef TRAVELOG_CLMDB_SHIM_H
#define TRAVELOG_CLMDB_SHIM_H

#if __has_include(<lmdb.h>)
#include <lmdb.h>
#else
#error "liblmdb-dev is missing. Debian and Ubuntu: apt-get install liblmdb-dev. macOS: brew install lmdb."
#endif

#if defined(__linux__)
// Swift's C library module leaves statfs out; the wrapper asks it for the kind of file system.
#include <sys/vfs.h>
#endif

#endif
