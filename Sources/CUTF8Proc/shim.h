// The header guard answers a missing package with the command that installs it.
#ifndef TRAVELOG_CUTF8Proc_SHIM_H
#define TRAVELOG_CUTF8Proc_SHIM_H

#if __has_include(<utf8proc.h>)
#include <utf8proc.h>
#else
#error "libutf8proc-dev is missing. Debian and Ubuntu: apt-get install libutf8proc-dev. macOS: brew install utf8proc."
#endif

#endif
