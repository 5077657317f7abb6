// RocksDB through its C functions, which are looked for when the tool runs: nothing is linked with it.
//
// It stores the same records under the same keys, one key space with a letter in front for each table, and
// syncs its write-ahead log at every commit. Values are not compressed: no other contender does that.
#include "RivalHistory.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

enum { eventKeyBytes = 9, indexKeyBytes = 13, streamKeyBytes = 1 + streamNameBytes, streamEntryBytes = 12 };
enum { noCompression = 0 };

/// The functions that are used: what they return, their names without the prefix, and what they take.
#define ROCKSDB_FUNCTIONS(FUNCTION)                                                                            \
    FUNCTION(void *, options_create, (void))                                                                   \
    FUNCTION(void, options_destroy, (void *))                                                                  \
    FUNCTION(void, options_set_create_if_missing, (void *, unsigned char))                                     \
    FUNCTION(void, options_set_compression, (void *, int))                                                     \
    FUNCTION(void *, open, (const void *, const char *, char **))                                              \
    FUNCTION(void *, open_for_read_only, (const void *, const char *, unsigned char, char **))                 \
    FUNCTION(void, close, (void *))                                                                            \
    FUNCTION(void *, writeoptions_create, (void))                                                              \
    FUNCTION(void, writeoptions_destroy, (void *))                                                             \
    FUNCTION(void, writeoptions_set_sync, (void *, unsigned char))                                             \
    FUNCTION(void *, writebatch_create, (void))                                                                \
    FUNCTION(void, writebatch_destroy, (void *))                                                               \
    FUNCTION(void, writebatch_clear, (void *))                                                                 \
    FUNCTION(void, writebatch_put, (void *, const char *, size_t, const char *, size_t))                       \
    FUNCTION(void, write, (void *, const void *, void *, char **))                                             \
    FUNCTION(void *, readoptions_create, (void))                                                               \
    FUNCTION(void, readoptions_destroy, (void *))                                                              \
    FUNCTION(void *, create_iterator, (void *, const void *))                                                  \
    FUNCTION(void, iter_destroy, (void *))                                                                     \
    FUNCTION(void, iter_seek, (void *, const char *, size_t))                                                  \
    FUNCTION(unsigned char, iter_valid, (const void *))                                                        \
    FUNCTION(void, iter_next, (void *))                                                                        \
    FUNCTION(const char *, iter_key, (const void *, size_t *))                                                 \
    FUNCTION(const char *, iter_value, (const void *, size_t *))                                               \
    FUNCTION(void, iter_get_error, (const void *, char **))                                                    \
    FUNCTION(void *, get_pinned, (void *, const void *, const char *, size_t, char **))                        \
    FUNCTION(const char *, pinnableslice_value, (const void *, size_t *))                                      \
    FUNCTION(void, pinnableslice_destroy, (void *))

static struct {
#define MEMBER(result, name, parameters) result(*name) parameters;
    ROCKSDB_FUNCTIONS(MEMBER)
} rocksdb;

/// The library as a developer's package installs it.
static const char *const libraryNames[] = {"librocksdb.so", "librocksdb.dylib"};

static const char *absence(void) {
    void *library = NULL;
    for (size_t index = 0; library == NULL && index < sizeof libraryNames / sizeof *libraryNames; index++) {
        library = dlopen(libraryNames[index], RTLD_NOW | RTLD_LOCAL);
    }
    if (library == NULL) return "RocksDB is not installed (Debian: librocksdb-dev)";
#define LOOK_UP(result, name, parameters)                                                                      \
    *(void **)&rocksdb.name = dlsym(library, "rocksdb_" #name);                                                \
    if (rocksdb.name == NULL) return "the installed RocksDB has no function rocksdb_" #name;
    ROCKSDB_FUNCTIONS(LOOK_UP)
    return NULL;
}

static void check(const char *error, const char *what) {
    if (error != NULL) fail(what, error);
}

typedef struct {
    void *options, *database, *reading;
} Store;

static Store openStore(const char *path, int canWrite) {
    Store store = {rocksdb.options_create(), NULL, rocksdb.readoptions_create()};
    rocksdb.options_set_create_if_missing(store.options, canWrite != 0);
    rocksdb.options_set_compression(store.options, noCompression);
    char *error = NULL;
    store.database = canWrite ? rocksdb.open(store.options, path, &error)
                              : rocksdb.open_for_read_only(store.options, path, 0, &error);
    check(error, "open RocksDB");
    return store;
}

static void closeStore(Store *store) {
    rocksdb.close(store->database);
    rocksdb.readoptions_destroy(store->reading);
    rocksdb.options_destroy(store->options);
}

static void putEventKey(char key[eventKeyBytes], uint64_t position) {
    key[0] = 'e';
    putBigEndian((uint8_t *)key + 1, position);
}

typedef struct {
    Store store;
    void *writing, *batch;
    /// A stream's row is written once a commit.
    StreamStates streams;
} Writer;

static void putEvent(Writer *writer, const RivalHistory *history, size_t event, size_t first) {
    size_t length;
    const uint8_t *record = recordOf(history, event, &length);
    uint32_t stream = history->streams[event], number = __builtin_bswap32(stream);
    char eventKey[eventKeyBytes], indexKey[indexKeyBytes] = {'i'};
    putEventKey(eventKey, event + 1);
    memcpy(indexKey + 1, &number, 4);
    putBigEndian((uint8_t *)indexKey + 5, nextRevision(&writer->streams, stream, first));
    rocksdb.writebatch_put(writer->batch, eventKey, sizeof eventKey, (const char *)record, length);
    rocksdb.writebatch_put(writer->batch, indexKey, sizeof indexKey, eventKey + 1, sizeof eventKey - 1);
}

static void putStream(Writer *writer, uint32_t stream) {
    char key[streamKeyBytes + 1] = {'s'}, entry[streamEntryBytes];
    streamName(stream, key + 1);
    memcpy(entry, &stream, 4);
    memcpy(entry + 4, &writer->streams.revisions[stream], 8);
    rocksdb.writebatch_put(writer->batch, key, streamKeyBytes, entry, sizeof entry);
}

static void commitEvents(void *writing, const RivalHistory *history, size_t first, size_t count) {
    Writer *writer = writing;
    StreamStates *streams = &writer->streams;
    streams->dirtyCount = 0;
    for (size_t event = first; event < first + count; event++) putEvent(writer, history, event, first);
    for (size_t index = 0; index < streams->dirtyCount; index++) putStream(writer, streams->dirty[index]);
    char *error = NULL;
    rocksdb.write(writer->store.database, writer->writing, writer->batch, &error);
    check(error, "commit to RocksDB");
    rocksdb.writebatch_clear(writer->batch);
}

static double append(
    const char *path, const RivalHistory *history, size_t perCommit, double *latencies) {
    Writer writer = {
        openStore(path, 1), rocksdb.writeoptions_create(), rocksdb.writebatch_create(),
        streamStatesMake(history, perCommit)};
    rocksdb.writeoptions_set_sync(writer.writing, 1);
    double seconds = commitAll(history, perCommit, latencies, commitEvents, &writer);
    streamStatesFree(&writer.streams);
    rocksdb.writebatch_destroy(writer.batch);
    rocksdb.writeoptions_destroy(writer.writing);
    closeStore(&writer.store);
    return seconds;
}

static double scan(const Store *store, uint64_t *count) {
    uint64_t sum = 0, records = 0;
    double start = monotonicSeconds();
    void *iterator = rocksdb.create_iterator(store->database, store->reading);
    for (rocksdb.iter_seek(iterator, "e", 1); rocksdb.iter_valid(iterator); rocksdb.iter_next(iterator)) {
        size_t length;
        if (rocksdb.iter_key(iterator, &length)[0] != 'e') break;
        const char *record = rocksdb.iter_value(iterator, &length);
        sum += sumOfWords(record, length);
        records++;
    }
    char *error = NULL;
    rocksdb.iter_get_error(iterator, &error);
    check(error, "scan RocksDB");
    rocksdb.iter_destroy(iterator);
    double seconds = monotonicSeconds() - start;
    use(sum);
    *count = records;
    return seconds;
}

static double scanTwice(const char *path, uint64_t *count, double *warm) {
    Store store = openStore(path, 0);
    double first = scan(&store, count);
    *warm = scan(&store, count);
    closeStore(&store);
    return first;
}

static uint64_t readOne(void *opened, uint64_t position) {
    const Store *store = opened;
    char key[eventKeyBytes], *error = NULL;
    putEventKey(key, position);
    void *slice = rocksdb.get_pinned(store->database, store->reading, key, sizeof key, &error);
    check(error, "read a record of RocksDB");
    if (slice == NULL) fail("read a record of RocksDB", "it is not there");
    size_t length;
    const char *record = rocksdb.pinnableslice_value(slice, &length);
    uint64_t sum = sumOfWords(record, length);
    rocksdb.pinnableslice_destroy(slice);
    return sum;
}

static double openAndRead(const char *path, uint64_t position) {
    double start = monotonicSeconds();
    Store store = openStore(path, 0);
    use(readOne(&store, position));
    double seconds = monotonicSeconds() - start;
    closeStore(&store);
    return seconds;
}

static double lookUp(const char *path, const uint64_t *positions, size_t count) {
    Store store = openStore(path, 0);
    double seconds = readTwice(positions, count, readOne, &store);
    closeStore(&store);
    return seconds;
}

const RivalStore rivalRocksDB = {absence, append, scanTwice, openAndRead, lookUp};
