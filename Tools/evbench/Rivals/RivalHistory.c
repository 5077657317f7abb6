#include "RivalHistory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

RivalHistory *rivalHistoryMake(
    const uint8_t *records, const uint32_t *ends, const RivalFact *facts, size_t poolCount,
    const uint32_t *streams, size_t events) {
    RivalHistory *history = allocate(1, sizeof *history);
    size_t recordBytes = ends[poolCount - 1];
    history->records = allocate(recordBytes, 1);
    memcpy(history->records, records, recordBytes);
    history->ends = allocate(poolCount, sizeof *ends);
    memcpy(history->ends, ends, poolCount * sizeof *ends);
    history->facts = allocate(poolCount, sizeof *facts);
    memcpy(history->facts, facts, poolCount * sizeof *facts);
    history->poolCount = poolCount;
    history->streams = allocate(events, sizeof *streams);
    memcpy(history->streams, streams, events * sizeof *streams);
    history->events = events;
    for (size_t event = 0; event < events; event++) {
        if (streams[event] >= history->streamCount) history->streamCount = streams[event] + 1;
    }
    return history;
}

void rivalHistoryFree(RivalHistory *history) {
    free(history->records);
    free(history->ends);
    free(history->facts);
    free(history->streams);
    free(history);
}

void streamName(uint32_t stream, char name[streamNameBytes + 1]) {
    snprintf(name, streamNameBytes + 1, "user-%06u", (unsigned)(stream % 1000000));
}

double commitAll(
    const RivalHistory *history, size_t perCommit, double *latencies,
    void (*commit)(void *writer, const RivalHistory *history, size_t first, size_t count), void *writer) {
    double start = monotonicSeconds(), last = start;
    for (size_t event = 0; event < history->events; event += perCommit) {
        size_t left = history->events - event;
        commit(writer, history, event, left < perCommit ? left : perCommit);
        if (latencies == NULL) continue;
        double now = monotonicSeconds();
        *latencies++ = now - last;
        last = now;
    }
    return monotonicSeconds() - start;
}

double readTwice(
    const uint64_t *positions, size_t count, uint64_t (*readOne)(void *store, uint64_t position), void *store) {
    uint64_t sum = 0;
    // The first time makes the system map the pages.
    for (size_t index = 0; index < count; index++) sum += readOne(store, positions[index]);
    double start = monotonicSeconds();
    for (size_t index = 0; index < count; index++) sum += readOne(store, positions[index]);
    double seconds = monotonicSeconds() - start;
    use(sum);
    return seconds;
}

StreamStates streamStatesMake(const RivalHistory *history, size_t perCommit) {
    StreamStates states = {NULL, NULL, NULL, 0};
    states.revisions = allocate(history->streamCount, sizeof *states.revisions);
    states.touched = allocate(history->streamCount, sizeof *states.touched);
    states.dirty = allocate(perCommit, sizeof *states.dirty);
    return states;
}

void streamStatesFree(StreamStates *states) {
    free(states->revisions);
    free(states->touched);
    free(states->dirty);
}

uint64_t nextRevision(StreamStates *states, uint32_t stream, size_t first) {
    if (states->touched[stream] != first + 1) {
        states->touched[stream] = first + 1;
        states->dirty[states->dirtyCount++] = stream;
    }
    return ++states->revisions[stream];
}

void use(uint64_t sum) {
    static volatile uint64_t sink;
    sink = sum;
    (void)sink;
}

void putBigEndian(uint8_t *bytes, uint64_t value) {
    value = __builtin_bswap64(value);
    memcpy(bytes, &value, 8);
}

double monotonicSeconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

void *allocate(size_t count, size_t size) {
    void *memory = calloc(count > 0 ? count : 1, size);
    if (memory == NULL) fail("allocate", "out of memory");
    return memory;
}

void fail(const char *what, const char *why) {
    fprintf(stderr, "evbench: a rival failed to %s: %s\n", what, why);
    exit(1);
}

uint64_t sumOfWords(const void *bytes, size_t length) {
    const uint8_t *next = bytes;
    uint64_t sum = 0;
    for (; length >= 8; length -= 8, next += 8) {
        uint64_t word;
        memcpy(&word, next, 8);
        sum += word;
    }
    for (; length > 0; length--) sum += *next++;
    return sum;
}
