// What Swift has no word for: hints to the processor.
#ifndef TRAVELOG_CProcessor_SHIM_H
#define TRAVELOG_CProcessor_SHIM_H

// Asks the processor to bring the memory near. Nothing is read: any address may be given.
static inline __attribute__((always_inline)) void travelog_prefetch(const void *address) {
    __builtin_prefetch(address, 0, 3);
}

#endif
