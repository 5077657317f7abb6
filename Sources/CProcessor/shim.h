// What Swift has no word for: hints to the processor.
#ifndef TRAVELOG_CProcessor_SHIM_H
#define TRAVELOG_CProcessor_SHIM_H

/// Asks the processor to fetch bytes that will be read soon; an address that is no memory does no harm.
static inline void travelogFetchAhead(const void *address) { __builtin_prefetch(address); }

#endif
