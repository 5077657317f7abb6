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
    uint64_t *revisions;
    /// The last commit that touched each stream, so that its row is written once a commit.
    size_t *touched;
    uint32_t *dirty;
    /// Whether rows are kept in the same transactions, and how.
    int keepsRows;
    SQLiteRows rows;
} Writer;

static void commitEvents(Writer *writer, const RivalHistory *history, size_t first, size_t count) {
    sqlite3 *database = writer->database;
    size_t dirtyCount = 0;
    sqliteRun(database, writer->begin, "begin");
    for (size_t event = first; event < first + count; event++) {
        size_t length;
        const uint8_t *record = recordOf(history, event, &length);
        uint32_t stream = history->streams[event];
        if (writer->touched[stream] != first + 1) {
            writer->touched[stream] = first + 1;
            writer->dirty[dirtyCount++] = stream;
        }
        sqlite3_bind_int64(writer->event, 1, (sqlite3_int64)event + 1);
        sqlite3_bind_int64(writer->event, 2, stream);
        sqlite3_bind_int64(writer->event, 3, (sqlite3_int64)++writer->revisions[stream]);
        sqlite3_bind_blob(writer->event, 4, record, (int)length, SQLITE_STATIC);
        sqliteRun(database, writer->event, "insert an event");
        if (writer->keepsRows) {
            sqliteRowsApply(&writer->rows, factOf(history, event), stream, (int64_t)event + 1);
        }
    }
    for (size_t index = 0; index < dirtyCount; index++) {
        uint32_t stream = writer->dirty[index];
        char name[streamNameBytes + 1];
        streamName(stream, name);
        sqlite3_bind_text(writer->stream, 1, name, streamNameBytes, SQLITE_STATIC);
        sqlite3_bind_int64(writer->stream, 2, stream);
        sqlite3_bind_int64(writer->stream, 3, (sqlite3_int64)writer->revisions[stream]);
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
    writer.revisions = allocate(history->streamCount, sizeof *writer.revisions);
    writer.touched = allocate(history->streamCount, sizeof *writer.touched);
    writer.dirty = allocate(perCommit, sizeof *writer.dirty);
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
    free(writer->revisions);
    free(writer->touched);
    free(writer->dirty);
}

static double append(
    const char *path, const RivalHistory *history, size_t perCommit, int keepsRows, double *latencies) {
    Writer writer = openWriter(path, history, perCommit, keepsRows);
    double start = monotonicSeconds(), last = start;
    size_t commit = 0;
    for (size_t event = 0; event < history->events; event += perCommit) {
        size_t left = history->events - event;
        commitEvents(&writer, history, event, left < perCommit ? left : perCommit);
        if (latencies == NULL) continue;
        double now = monotonicSeconds();
        latencies[commit++] = now - last;
        last = now;
    }
    double seconds = monotonicSeconds() - start;
    closeWriter(&writer);
    return seconds;
}

double rivalSQLiteAppend(
    const char *path, const RivalHistory *history, size_t perCommit, double *latencies) {
    return append(path, history, perCommit, 0, latencies);
}

double rivalSQLiteAppendWithRows(const char *path, const RivalHistory *history, size_t perCommit) {
    return append(path, history, perCommit, 1, NULL);
}

static double scan(sqlite3 *database, uint64_t *count) {
    sqlite3_stmt *statement =
        sqlitePrepare(database, "select position, stream, revision, record from events order by position");
    volatile uint64_t sink = 0;
    uint64_t sum = 0, records = 0;
    double start = monotonicSeconds();
    while (sqlite3_step(statement) == SQLITE_ROW) {
        sum += (uint64_t)sqlite3_column_int64(statement, 0);
        const void *record = sqlite3_column_blob(statement, 3);
        sum += sumOfWords(record, (size_t)sqlite3_column_bytes(statement, 3));
        records++;
    }
    double seconds = monotonicSeconds() - start;
    sink = sum;
    (void)sink;
    *count = records;
    sqlite3_finalize(statement);
    return seconds;
}

double rivalSQLiteScan(const char *path, uint64_t *count, double *warm) {
    sqlite3 *database = openDatabase(path, SQLITE_OPEN_READONLY);
    double first = scan(database, count);
    *warm = scan(database, count);
    sqlite3_close(database);
    return first;
}

static sqlite3_stmt *prepareLookUp(sqlite3 *database) {
    return sqlitePrepare(database, "select record from events where position = ?");
}

static uint64_t readOne(sqlite3 *database, sqlite3_stmt *statement, uint64_t position) {
    sqlite3_bind_int64(statement, 1, (sqlite3_int64)position);
    if (sqlite3_step(statement) != SQLITE_ROW) fail("read a record", sqlite3_errmsg(database));
    uint64_t sum =
        sumOfWords(sqlite3_column_blob(statement, 0), (size_t)sqlite3_column_bytes(statement, 0));
    sqlite3_reset(statement);
    return sum;
}

double rivalSQLiteOpen(const char *path, uint64_t position) {
    double start = monotonicSeconds();
    sqlite3 *database = openDatabase(path, SQLITE_OPEN_READONLY);
    sqlite3_stmt *statement = prepareLookUp(database);
    volatile uint64_t sink = readOne(database, statement, position);
    (void)sink;
    double seconds = monotonicSeconds() - start;
    sqlite3_finalize(statement);
    sqlite3_close(database);
    return seconds;
}

double rivalSQLiteLookUp(const char *path, const uint64_t *positions, size_t count) {
    sqlite3 *database = openDatabase(path, SQLITE_OPEN_READONLY);
    sqlite3_stmt *statement = prepareLookUp(database);
    volatile uint64_t sink = 0;
    for (size_t index = 0; index < count; index++) sink += readOne(database, statement, positions[index]);
    double start = monotonicSeconds();
    for (size_t index = 0; index < count; index++) sink += readOne(database, statement, positions[index]);
    double seconds = monotonicSeconds() - start;
    (void)sink;
    sqlite3_finalize(statement);
    sqlite3_close(database);
    return seconds;
}
