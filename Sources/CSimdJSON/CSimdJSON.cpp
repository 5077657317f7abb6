#include "CSimdJSON.h"
#if __has_include(<simdjson.h>)
#include <simdjson.h>
#else
#error "libsimdjson-dev is missing. Debian and Ubuntu: apt-get install libsimdjson-dev. macOS: brew install simdjson."
#endif
extern "C" int travelog_simdjson_placeholder(void) { return simdjson::SIMDJSON_VERSION_MAJOR; }
