// Streams of Redis: one of all events, whose entries are numbered by position, and one for each stream of the
// log with the positions of its revisions.
//
// The server runs beside the benchmark and syncs its append-only file before it answers. Streams know their last
// revision themselves, so that they have no row of their own. A commit is a transaction whose commands are sent
// together.
#include "RedisConnection.h"
#include "RivalHistory.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { entriesPerPage = 1000, digitsOfNumber = 24 };

static const char *absence(void) {
    return redisProgram() == NULL ? "redis-server is not installed (Debian: redis-server)" : NULL;
}

/// A word that a literal gives.
#define WORD(literal) ((RedisWord){literal, sizeof literal - 1})

static RedisWord number(uint64_t value, char digits[digitsOfNumber]) {
    return (RedisWord){digits, (size_t)snprintf(digits, digitsOfNumber, "%" PRIu64, value)};
}

typedef struct {
    RedisConnection connection;
    StreamStates streams;
} Writer;

static void putEvent(Writer *writer, const RivalHistory *history, size_t event, size_t first) {
    RedisWord record;
    record.bytes = recordOf(history, event, &record.length);
    uint32_t stream = history->streams[event];
    char name[streamNameBytes + 1], positionDigits[digitsOfNumber], revisionDigits[digitsOfNumber];
    streamName(stream, name);
    RedisWord streamWord = {name, streamNameBytes}, position = number(event + 1, positionDigits),
              revision = number(nextRevision(&writer->streams, stream, first), revisionDigits);
    RedisWord whole[] = {WORD("XADD"), WORD("events"), position, WORD("stream"), streamWord,
                         WORD("revision"), revision, WORD("record"), record};
    redisPut(&writer->connection, whole, sizeof whole / sizeof *whole);
    RedisWord index[] = {WORD("XADD"), streamWord, revision, WORD("position"), position};
    redisPut(&writer->connection, index, sizeof index / sizeof *index);
}

static void commitEvents(void *writing, const RivalHistory *history, size_t first, size_t count) {
    Writer *writer = writing;
    RedisConnection *connection = &writer->connection;
    writer->streams.dirtyCount = 0;
    redisPut(connection, (RedisWord[]){WORD("MULTI")}, 1);
    for (size_t event = first; event < first + count; event++) putEvent(writer, history, event, first);
    redisPut(connection, (RedisWord[]){WORD("EXEC")}, 1);
    redisSend(connection);
    redisExpect(connection, "+OK");
    for (size_t command = 0; command < 2 * count; command++) redisExpect(connection, "+QUEUED");
    if (redisArray(connection) != 2 * count) fail("commit to Redis", "it did not do every command");
    for (size_t command = 0; command < 2 * count; command++) redisText(connection);
}

static double append(
    const char *path, const RivalHistory *history, size_t perCommit, double *latencies) {
    Writer writer = {redisStart(path), streamStatesMake(history, perCommit)};
    double seconds = commitAll(history, perCommit, latencies, commitEvents, &writer);
    streamStatesFree(&writer.streams);
    redisStop(&writer.connection);
    return seconds;
}

/// Reads an entry: its number, which `last` gets, and its fields, of which all bytes are added up.
static uint64_t readEntry(RedisConnection *connection, char last[digitsOfNumber + 1]) {
    if (redisArray(connection) != 2) fail("read from Redis", "an entry has not two parts");
    RedisWord name = redisText(connection);
    if (name.length >= digitsOfNumber) fail("read from Redis", "an entry has a long number");
    memcpy(last, name.bytes, name.length);
    last[name.length] = 0;
    uint64_t sum = 0;
    for (size_t left = redisArray(connection); left > 0; left--) {
        RedisWord text = redisText(connection);
        sum += sumOfWords(text.bytes, text.length);
    }
    return sum;
}

static double scan(RedisConnection *connection, uint64_t *count) {
    uint64_t sum = 0, records = 0;
    char start[digitsOfNumber + 1] = "-", last[digitsOfNumber + 1] = "";
    char limitDigits[digitsOfNumber];
    RedisWord limit = number(entriesPerPage, limitDigits);
    double began = monotonicSeconds();
    for (size_t found = entriesPerPage; found == entriesPerPage; records += found) {
        RedisWord words[] = {WORD("XRANGE"), WORD("events"), {start, strlen(start)},
                             WORD("+"), WORD("COUNT"), limit};
        redisPut(connection, words, sizeof words / sizeof *words);
        redisSend(connection);
        found = redisArray(connection);
        for (size_t entry = 0; entry < found; entry++) sum += readEntry(connection, last);
        // The next page begins after the last entry of this one.
        snprintf(start, sizeof start, "(%.*s", digitsOfNumber - 1, last);
    }
    double seconds = monotonicSeconds() - began;
    use(sum);
    *count = records;
    return seconds;
}

static double scanTwice(const char *path, uint64_t *count, double *warm) {
    RedisConnection connection = redisStart(path);
    double first = scan(&connection, count);
    *warm = scan(&connection, count);
    redisStop(&connection);
    return first;
}

static uint64_t readOne(void *opened, uint64_t position) {
    RedisConnection *connection = opened;
    char digits[digitsOfNumber], last[digitsOfNumber + 1];
    RedisWord word = number(position, digits);
    RedisWord words[] = {WORD("XRANGE"), WORD("events"), word, word};
    redisPut(connection, words, sizeof words / sizeof *words);
    redisSend(connection);
    if (redisArray(connection) != 1) fail("read a record of Redis", "it is not there");
    return readEntry(connection, last);
}

static double openAndRead(const char *path, uint64_t position) {
    double start = monotonicSeconds();
    RedisConnection connection = redisStart(path);
    use(readOne(&connection, position));
    double seconds = monotonicSeconds() - start;
    redisStop(&connection);
    return seconds;
}

static double lookUp(const char *path, const uint64_t *positions, size_t count) {
    RedisConnection connection = redisStart(path);
    double seconds = readTwice(positions, count, readOne, &connection);
    redisStop(&connection);
    return seconds;
}

const RivalStore rivalRedis = {absence, append, scanTwice, openAndRead, lookUp};
