#ifndef TRAVELOG_FUZZ_DRIVER_H
#define TRAVELOG_FUZZ_DRIVER_H

#include <stddef.h>
#include <stdint.h>

/// The loop of libFuzzer (https://llvm.org/docs/LibFuzzer.html), which the sanitizer's runtime library holds.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*callback)(const uint8_t *data, size_t size));

#endif
