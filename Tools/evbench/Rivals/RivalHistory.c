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
