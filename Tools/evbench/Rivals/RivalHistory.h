// What the rivals share; not seen from Swift.
#ifndef TRAVELOG_RIVAL_HISTORY_H
#define TRAVELOG_RIVAL_HISTORY_H

#include "Rivals.h"

struct RivalHistory {
    uint8_t *records;
    uint32_t *ends;
    RivalFact *facts;
    size_t poolCount;
    uint32_t *streams;
    size_t events;
    uint32_t streamCount;
};

/// The record of event `event`, from 0.
static inline const uint8_t *recordOf(const RivalHistory *history, size_t event, size_t *length) {
    size_t index = event % history->poolCount;
    size_t start = index == 0 ? 0 : history->ends[index - 1];
    *length = history->ends[index] - start;
    return history->records + start;
}

/// What event `event` says, from 0.
static inline const RivalFact *factOf(const RivalHistory *history, size_t event) {
    return &history->facts[event % history->poolCount];
}

/// The name of a stream: always 11 bytes and a zero.
enum { streamNameBytes = 11 };
void streamName(uint32_t stream, char name[streamNameBytes + 1]);

/// Seconds since some moment.
double monotonicSeconds(void);
/// Memory, zeroed; never NULL.
void *allocate(size_t count, size_t size);
/// Says what failed and ends the program.
_Noreturn void fail(const char *what, const char *why);
/// Adds up bytes as words, so that each of them is looked at.
uint64_t sumOfWords(const void *bytes, size_t length);

#endif
