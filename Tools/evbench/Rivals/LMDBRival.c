// The limit: the fewest calls of LMDB that write and read the bytes and index rows of the log.
//
// It writes what the log writes (records, stream entries, pages of the stream index, head record) without
// hashing, checking or encoding any of it, and it keeps the streams' revisions in memory.
#include "RivalHistory.h"

#include <lmdb.h>
#include <stdlib.h>
#include <string.h>

enum { revisionsPerPage = 64, headBytes = 256, streamEntryBytes = 12, indexKeyBytes = 12 };

typedef struct {
    MDB_env *environment;
    MDB_dbi events, streams, index, meta;
} Store;

/// One new entry of the stream index.
typedef struct {
    uint32_t stream;
    uint64_t revision, position;
} Entry;

static void check(int result, const char *what) {
    if (result != MDB_SUCCESS) fail(what, mdb_strerror(result));
}

static void putBigEndian(uint8_t *bytes, uint64_t value) {
    value = __builtin_bswap64(value);
    memcpy(bytes, &value, 8);
}

static Store openStore(const char *path, unsigned flags) {
    Store store;
    check(mdb_env_create(&store.environment), "make an environment");
    check(mdb_env_set_mapsize(store.environment, (size_t)64 << 30), "set the map size");
    check(mdb_env_set_maxdbs(store.environment, 8), "set the number of tables");
    check(mdb_env_open(store.environment, path, MDB_NOSUBDIR | MDB_NOTLS | flags, 0644), "open a file");
    unsigned creating = flags & MDB_RDONLY ? 0 : MDB_CREATE;
    MDB_txn *transaction;
    check(mdb_txn_begin(store.environment, NULL, flags & MDB_RDONLY, &transaction), "begin");
    check(mdb_dbi_open(transaction, "events", creating, &store.events), "open a table");
    check(mdb_dbi_open(transaction, "streams", creating, &store.streams), "open a table");
    check(mdb_dbi_open(transaction, "index", creating, &store.index), "open a table");
    check(mdb_dbi_open(transaction, "meta", creating, &store.meta), "open a table");
    check(mdb_txn_commit(transaction), "commit");
    return store;
}

static int compareEntries(const void *left, const void *right) {
    const Entry *a = left, *b = right;
    if (a->stream != b->stream) return a->stream < b->stream ? -1 : 1;
    return a->revision < b->revision ? -1 : a->revision > b->revision;
}

/// Writes the pages that sorted entries change, and the streams' own entries.
static void putIndex(MDB_txn *transaction, const Store *store, const Entry *entries, size_t count) {
    size_t next = 0;
    while (next < count) {
        uint32_t stream = entries[next].stream;
        uint64_t page = (entries[next].revision - 1) / revisionsPerPage;
        uint8_t keyBytes[indexKeyBytes];
        uint32_t number = __builtin_bswap32(stream);
        memcpy(keyBytes, &number, 4);
        putBigEndian(keyBytes + 4, page);
        MDB_val key = {sizeof keyBytes, keyBytes}, value;
        uint64_t positions[revisionsPerPage];
        size_t held = (entries[next].revision - 1) % revisionsPerPage;
        if (held > 0) {
            check(mdb_get(transaction, store->index, &key, &value), "read a page of the index");
            memcpy(positions, value.mv_data, held * 8);
        }
        while (next < count && entries[next].stream == stream
               && (entries[next].revision - 1) / revisionsPerPage == page) {
            positions[held++] = entries[next++].position;
        }
        value = (MDB_val){held * 8, positions};
        check(mdb_put(transaction, store->index, &key, &value, 0), "write a page of the index");
        if (next < count && entries[next].stream == stream) continue;
        char name[streamNameBytes + 1];
        streamName(stream, name);
        uint8_t state[streamEntryBytes];
        memcpy(state, &stream, 4);
        memcpy(state + 4, &entries[next - 1].revision, 8);
        MDB_val nameKey = {streamNameBytes, name}, stateValue = {sizeof state, state};
        check(mdb_put(transaction, store->streams, &nameKey, &stateValue, 0), "write a stream");
    }
}

static void commitEvents(
    const Store *store, const RivalHistory *history, size_t first, size_t count, uint64_t *revisions,
    Entry *entries) {
    MDB_txn *transaction;
    check(mdb_txn_begin(store->environment, NULL, 0, &transaction), "begin");
    MDB_cursor *cursor;
    check(mdb_cursor_open(transaction, store->events, &cursor), "open a cursor");
    for (size_t offset = 0; offset < count; offset++) {
        size_t event = first + offset, length;
        const uint8_t *record = recordOf(history, event, &length);
        uint8_t keyBytes[8];
        putBigEndian(keyBytes, event + 1);
        MDB_val key = {8, keyBytes}, value = {length, (void *)record};
        check(mdb_cursor_put(cursor, &key, &value, MDB_APPEND), "append a record");
        uint32_t stream = history->streams[event];
        entries[offset] = (Entry){stream, ++revisions[stream], event + 1};
    }
    mdb_cursor_close(cursor);
    qsort(entries, count, sizeof *entries, compareEntries);
    putIndex(transaction, store, entries, count);
    uint8_t head[headBytes] = {0};
    MDB_val headKey = {4, "head"}, headValue = {headBytes, head};
    check(mdb_put(transaction, store->meta, &headKey, &headValue, 0), "write the head");
    check(mdb_txn_commit(transaction), "commit");
}

double rivalLMDBAppend(
    const char *path, const RivalHistory *history, size_t perCommit, double *latencies) {
    Store store = openStore(path, 0);
    uint64_t *revisions = allocate(history->streamCount, sizeof *revisions);
    Entry *entries = allocate(perCommit, sizeof *entries);
    double start = monotonicSeconds(), last = start;
    size_t commit = 0;
    for (size_t event = 0; event < history->events; event += perCommit) {
        size_t left = history->events - event;
        commitEvents(&store, history, event, left < perCommit ? left : perCommit, revisions, entries);
        if (latencies == NULL) continue;
        double now = monotonicSeconds();
        latencies[commit++] = now - last;
        last = now;
    }
    double seconds = monotonicSeconds() - start;
    free(entries);
    free(revisions);
    mdb_env_close(store.environment);
    return seconds;
}

static double scan(const Store *store, uint64_t *count) {
    MDB_txn *transaction;
    check(mdb_txn_begin(store->environment, NULL, MDB_RDONLY, &transaction), "begin");
    MDB_cursor *cursor;
    check(mdb_cursor_open(transaction, store->events, &cursor), "open a cursor");
    volatile uint64_t sink = 0;
    uint64_t sum = 0, records = 0;
    MDB_val key, value;
    double start = monotonicSeconds();
    while (mdb_cursor_get(cursor, &key, &value, MDB_NEXT) == MDB_SUCCESS) {
        sum += sumOfWords(value.mv_data, value.mv_size);
        records++;
    }
    double seconds = monotonicSeconds() - start;
    sink = sum;
    (void)sink;
    *count = records;
    mdb_cursor_close(cursor);
    mdb_txn_abort(transaction);
    return seconds;
}

double rivalLMDBScan(const char *path, uint64_t *count, double *warm) {
    Store store = openStore(path, MDB_RDONLY);
    double first = scan(&store, count);
    *warm = scan(&store, count);
    mdb_env_close(store.environment);
    return first;
}

static uint64_t readOne(const Store *store, uint64_t position) {
    MDB_txn *transaction;
    check(mdb_txn_begin(store->environment, NULL, MDB_RDONLY, &transaction), "begin");
    uint8_t keyBytes[8];
    putBigEndian(keyBytes, position);
    MDB_val key = {8, keyBytes}, value;
    check(mdb_get(transaction, store->events, &key, &value), "read a record");
    uint64_t sum = sumOfWords(value.mv_data, value.mv_size);
    mdb_txn_abort(transaction);
    return sum;
}

double rivalLMDBOpen(const char *path, uint64_t position) {
    double start = monotonicSeconds();
    Store store = openStore(path, MDB_RDONLY);
    volatile uint64_t sink = readOne(&store, position);
    (void)sink;
    double seconds = monotonicSeconds() - start;
    mdb_env_close(store.environment);
    return seconds;
}

double rivalLMDBLookUp(const char *path, const uint64_t *positions, size_t count) {
    Store store = openStore(path, MDB_RDONLY);
    volatile uint64_t sink = 0;
    for (size_t index = 0; index < count; index++) sink += readOne(&store, positions[index]);
    double start = monotonicSeconds();
    for (size_t index = 0; index < count; index++) sink += readOne(&store, positions[index]);
    double seconds = monotonicSeconds() - start;
    (void)sink;
    mdb_env_close(store.environment);
    return seconds;
}
