// The rival that everybody has: SQLite with a write-ahead log that is synced at every commit.
//
// It stores the same records under the same keys: position, stream with revision, and a row per stream.
#include "SQLiteRows.h"

#include <stdlib.h>

static const char *const schema =
    "pragma journal_mode = wal;"
    "pragma synchronous = full;"
    "create table events (position integer primary key, stream integer not null, revision integer not null,"
    "  record blob not null);"
    "create unique index byStream on events (stream, revision);"
    "create table streams (name text primary key, number integer not null, revision integer not null)"
    "  without rowid;";

static sqlite3 *openDatabase(const char *path, int flags) {
    sqlite3 *database;
    sqliteCheck(database, sqlite3_open_v2(path, &database, flags, NULL), "open a database");
    return database;
}

typedef struct {
    sqlite3 *database;
    sqlite3_stmt *begin, *commit, *event, *stream;
    /// A stream's row is written once a commit.
    StreamStates streams;
    /// Whether rows are kept in the same transactions, and how.
    int keepsRows;
    SQLiteRows rows;
} Writer;

static void commitEvents(void *writing, const RivalHistory *history, size_t first, size_t count) {
    Writer *writer = writing;
    sqlite3 *database = writer->database;
    StreamStates *streams = &writer->streams;
    streams->dirtyCount = 0;
    sqliteRun(database, writer->begin, "begin");
    for (size_t event = first; event < first + count; event++) {
        size_t length;
        const uint8_t *record = recordOf(history, event, &length);
        uint32_t stream = history->streams[event];
        sqlite3_bind_int64(writer->event, 1, (sqlite3_int64)event + 1);
        sqlite3_bind_int64(writer->event, 2, stream);
        sqlite3_bind_int64(writer->event, 3, (sqlite3_int64)nextRevision(streams, stream, first));
        sqlite3_bind_blob(writer->event, 4, record, (int)length, SQLITE_STATIC);
        sqliteRun(database, writer->event, "insert an event");
        if (writer->keepsRows) {
            sqliteRowsApply(&writer->rows, factOf(history, event), stream, (int64_t)event + 1);
        }
    }
    for (size_t index = 0; index < streams->dirtyCount; index++) {
        uint32_t stream = streams->dirty[index];
        char name[streamNameBytes + 1];
        streamName(stream, name);
        sqlite3_bind_text(writer->stream, 1, name, streamNameBytes, SQLITE_STATIC);
        sqlite3_bind_int64(writer->stream, 2, stream);
        sqlite3_bind_int64(writer->stream, 3, (sqlite3_int64)streams->revisions[stream]);
        sqliteRun(database, writer->stream, "write a stream");
    }
    sqliteRun(database, writer->commit, "commit");
}

static Writer openWriter(const char *path, const RivalHistory *history, size_t perCommit, int keepsRows) {
    Writer writer;
    writer.database = openDatabase(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
    sqliteCheck(writer.database, sqlite3_exec(writer.database, schema, NULL, NULL, NULL), "make the tables");
    writer.begin = sqlitePrepare(writer.database, "begin immediate");
    writer.commit = sqlitePrepare(writer.database, "commit");
    writer.event = sqlitePrepare(writer.database, "insert into events values (?, ?, ?, ?)");
    writer.stream = sqlitePrepare(writer.database, "insert or replace into streams values (?, ?, ?)");
    writer.streams = streamStatesMake(history, perCommit);
    writer.keepsRows = keepsRows;
    if (keepsRows) writer.rows = sqliteRowsOpen(writer.database);
    return writer;
}

static void closeWriter(Writer *writer) {
    if (writer->keepsRows) sqliteRowsClose(&writer->rows);
    sqlite3_finalize(writer->begin);
    sqlite3_finalize(writer->commit);
    sqlite3_finalize(writer->event);
    sqlite3_finalize(writer->stream);
    sqlite3_close(writer->database);
    streamStatesFree(&writer->streams);
}

static double append(
    const char *path, const RivalHistory *history, size_t perCommit, double *latencies) {
    Writer writer = openWriter(path, history, perCommit, 0);
    double seconds = commitAll(history, perCommit, latencies, commitEvents, &writer);
    closeWriter(&writer);
    return seconds;
}

double rivalSQLiteAppendWithRows(const char *path, const RivalHistory *history, size_t perCommit) {
    Writer writer = openWriter(path, history, perCommit, 1);
    double seconds = commitAll(history, perCommit, NULL, commitEvents, &writer);
    closeWriter(&writer);
    return seconds;
}

static double scan(sqlite3 *database, uint64_t *count) {
    sqlite3_stmt *statement =
        sqlitePrepare(database, "select position, stream, revision, record from events order by position");
    uint64_t sum = 0, records = 0;
    double start = monotonicSeconds();
    while (sqlite3_step(statement) == SQLITE_ROW) {
        sum += (uint64_t)sqlite3_column_int64(statement, 0);
        const void *record = sqlite3_column_blob(statement, 3);
        sum += sumOfWords(record, (size_t)sqlite3_column_bytes(statement, 3));
        records++;
    }
    double seconds = monotonicSeconds() - start;
    use(sum);
    *count = records;
    sqlite3_finalize(statement);
    return seconds;
}

static double scanTwice(const char *path, uint64_t *count, double *warm) {
    sqlite3 *database = openDatabase(path, SQLITE_OPEN_READONLY);
    double first = scan(database, count);
    *warm = scan(database, count);
    sqlite3_close(database);
    return first;
}

/// A database and the statement that reads one record of it.
typedef struct {
    sqlite3 *database;
    sqlite3_stmt *statement;
} Reader;

static Reader openReader(const char *path) {
    sqlite3 *database = openDatabase(path, SQLITE_OPEN_READONLY);
    return (Reader){database, sqlitePrepare(database, "select record from events where position = ?")};
}

static void closeReader(Reader *reader) {
    sqlite3_finalize(reader->statement);
    sqlite3_close(reader->database);
}

static uint64_t readOne(void *opened, uint64_t position) {
    const Reader *reader = opened;
    sqlite3_stmt *statement = reader->statement;
    sqlite3_bind_int64(statement, 1, (sqlite3_int64)position);
    if (sqlite3_step(statement) != SQLITE_ROW) fail("read a record", sqlite3_errmsg(reader->database));
    uint64_t sum =
        sumOfWords(sqlite3_column_blob(statement, 0), (size_t)sqlite3_column_bytes(statement, 0));
    sqlite3_reset(statement);
    return sum;
}

static double openAndRead(const char *path, uint64_t position) {
    double start = monotonicSeconds();
    Reader reader = openReader(path);
    use(readOne(&reader, position));
    double seconds = monotonicSeconds() - start;
    closeReader(&reader);
    return seconds;
}

static double lookUp(const char *path, const uint64_t *positions, size_t count) {
    Reader reader = openReader(path);
    double seconds = readTwice(positions, count, readOne, &reader);
    closeReader(&reader);
    return seconds;
}

const RivalStore rivalSQLite = {NULL, append, scanTwice, openAndRead, lookUp};
