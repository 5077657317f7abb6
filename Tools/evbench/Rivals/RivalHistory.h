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

/// Commits a history piece by piece and returns the seconds that took; `latencies`, where asked for, gets those
/// of each commit. `commit` stores `count` events from `first`, from 0.
double commitAll(
    const RivalHistory *history, size_t perCommit, double *latencies,
    void (*commit)(void *writer, const RivalHistory *history, size_t first, size_t count), void *writer);
/// Reads single records twice and returns the seconds of the second time; `readOne` adds up a record's bytes.
double readTwice(
    const uint64_t *positions, size_t count, uint64_t (*readOne)(void *store, uint64_t position), void *store);
/// The streams' revisions, kept in memory as the log keeps them in its file, and which of them a commit touches.
typedef struct {
    uint64_t *revisions;
    /// The first event of the last commit that touched each stream, from 1.
    size_t *touched;
    /// The streams that the commit touches, each once.
    uint32_t *dirty;
    size_t dirtyCount;
} StreamStates;
StreamStates streamStatesMake(const RivalHistory *history, size_t perCommit);
void streamStatesFree(StreamStates *states);
/// The next revision of a stream, in the commit that begins with event `first`.
uint64_t nextRevision(StreamStates *states, uint32_t stream, size_t first);

/// Keeps a sum from being left out as unused.
void use(uint64_t sum);
/// Writes a number so that keys are in its order.
void putBigEndian(uint8_t *bytes, uint64_t value);

/// Seconds since some moment.
double monotonicSeconds(void);
/// Memory, zeroed; never NULL.
void *allocate(size_t count, size_t size);
/// Says what failed and ends the program.
_Noreturn void fail(const char *what, const char *why);
/// Adds up bytes as words, so that each of them is looked at.
uint64_t sumOfWords(const void *bytes, size_t length);

#endif
