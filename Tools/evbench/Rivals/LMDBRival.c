// The limit: the fewest calls of LMDB that write and read the bytes and index rows of the log.
//
// It writes what the log writes (records, stream entries, pages of the stream index, head record) without
// hashing, checking or encoding any of it, and it keeps the streams' revisions in memory.
#include "RivalHistory.h"

#include <lmdb.h>
#include <stdlib.h>
#include <string.h>

enum { revisionsPerPage = 64, headBytes = 256, streamEntryBytes = 12, indexKeyBytes = 12, tailKeyBytes = 8 };

typedef struct {
    MDB_env *environment;
    MDB_dbi events, streams, index, meta;
} Store;

/// One new entry of the stream index.
typedef struct {
    uint32_t stream;
    uint64_t revision, position;
} Entry;

typedef struct {
    Store store;
    uint64_t *revisions;
    /// The entries of a commit, to be sorted.
    Entry *entries;
} Writer;

static void check(int result, const char *what) {
    if (result != MDB_SUCCESS) fail(what, mdb_strerror(result));
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

static void putIndexPage(
    MDB_txn *transaction, const Store *store, uint32_t stream, uint64_t page, const uint64_t *positions,
    size_t held) {
    uint8_t keyBytes[indexKeyBytes];
    uint32_t number = __builtin_bswap32(stream);
    memcpy(keyBytes, &number, 4);
    putBigEndian(keyBytes + 4, page);
    MDB_val key = {sizeof keyBytes, keyBytes}, value = {held * 8, (void *)positions};
    check(mdb_put(transaction, store->index, &key, &value, 0), "write a page of the index");
}

/// Writes the pages that sorted entries change, and the streams' own entries.
///
/// The last page of each stream stands as its tail, beside those of the others; a full one goes under its own key
/// when the next one begins.
static void putIndex(MDB_txn *transaction, const Store *store, const Entry *entries, size_t count) {
    size_t next = 0;
    while (next < count) {
        uint32_t stream = entries[next].stream;
        uint64_t page = (entries[next].revision - 1) / revisionsPerPage;
        uint8_t keyBytes[tailKeyBytes];
        uint32_t number = __builtin_bswap32(stream);
        memset(keyBytes, 0xFF, 4);
        memcpy(keyBytes + 4, &number, 4);
        MDB_val key = {sizeof keyBytes, keyBytes}, value;
        uint64_t tail[1 + revisionsPerPage];
        size_t held = (entries[next].revision - 1) % revisionsPerPage;
        if (entries[next].revision > 1) {
            check(mdb_get(transaction, store->index, &key, &value), "read a tail of the index");
            memcpy(tail, value.mv_data, value.mv_size);
            if (tail[0] != page) {
                putIndexPage(transaction, store, stream, tail[0], tail + 1, revisionsPerPage);
            }
        }
        tail[0] = page;
        while (next < count && entries[next].stream == stream
               && (entries[next].revision - 1) / revisionsPerPage == page) {
            tail[1 + held++] = entries[next++].position;
        }
        value = (MDB_val){(1 + held) * 8, tail};
        check(mdb_put(transaction, store->index, &key, &value, 0), "write a tail of the index");
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

static void commitEvents(void *writing, const RivalHistory *history, size_t first, size_t count) {
    Writer *writer = writing;
    const Store *store = &writer->store;
    Entry *entries = writer->entries;
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
        entries[offset] = (Entry){stream, ++writer->revisions[stream], event + 1};
    }
    mdb_cursor_close(cursor);
    qsort(entries, count, sizeof *entries, compareEntries);
    putIndex(transaction, store, entries, count);
    uint8_t head[headBytes] = {0};
    MDB_val headKey = {4, "head"}, headValue = {headBytes, head};
    check(mdb_put(transaction, store->meta, &headKey, &headValue, 0), "write the head");
    check(mdb_txn_commit(transaction), "commit");
}

static double append(
    const char *path, const RivalHistory *history, size_t perCommit, double *latencies) {
    Writer writer = {openStore(path, 0), NULL, NULL};
    writer.revisions = allocate(history->streamCount, sizeof *writer.revisions);
    writer.entries = allocate(perCommit, sizeof *writer.entries);
    double seconds = commitAll(history, perCommit, latencies, commitEvents, &writer);
    free(writer.entries);
    free(writer.revisions);
    mdb_env_close(writer.store.environment);
    return seconds;
}

static double scan(const Store *store, uint64_t *count) {
    MDB_txn *transaction;
    check(mdb_txn_begin(store->environment, NULL, MDB_RDONLY, &transaction), "begin");
    MDB_cursor *cursor;
    check(mdb_cursor_open(transaction, store->events, &cursor), "open a cursor");
    uint64_t sum = 0, records = 0;
    MDB_val key, value;
    double start = monotonicSeconds();
    while (mdb_cursor_get(cursor, &key, &value, MDB_NEXT) == MDB_SUCCESS) {
        sum += sumOfWords(value.mv_data, value.mv_size);
        records++;
    }
    double seconds = monotonicSeconds() - start;
    use(sum);
    *count = records;
    mdb_cursor_close(cursor);
    mdb_txn_abort(transaction);
    return seconds;
}

static double scanTwice(const char *path, uint64_t *count, double *warm) {
    Store store = openStore(path, MDB_RDONLY);
    double first = scan(&store, count);
    *warm = scan(&store, count);
    mdb_env_close(store.environment);
    return first;
}

static uint64_t readOne(void *opened, uint64_t position) {
    const Store *store = opened;
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

static double openAndRead(const char *path, uint64_t position) {
    double start = monotonicSeconds();
    Store store = openStore(path, MDB_RDONLY);
    use(readOne(&store, position));
    double seconds = monotonicSeconds() - start;
    mdb_env_close(store.environment);
    return seconds;
}

static double lookUp(const char *path, const uint64_t *positions, size_t count) {
    Store store = openStore(path, MDB_RDONLY);
    double seconds = readTwice(positions, count, readOne, &store);
    mdb_env_close(store.environment);
    return seconds;
}

const RivalStore rivalLMDB = {NULL, append, scanTwice, openAndRead, lookUp};
