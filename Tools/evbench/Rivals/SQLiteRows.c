// The same projections in SQLite: recents, visited photos with itinerary and tags, vacations, the map's type.
//
// Each event changes its rows at once, as a program on SQLite would do it; everything is a number, which is
// less work than the names that the log's projections keep.
#include "SQLiteRows.h"

enum { recentsLimit = 20 };

static const char *const schema =
    "create table recents (stream integer, photo integer, position integer, primary key (stream, photo))"
    "  without rowid;"
    "create unique index recentsByPosition on recents (stream, position);"
    "create table visits (stream integer, vacation integer, photo integer, position integer,"
    "  primary key (stream, vacation, photo)) without rowid;"
    "create table itinerary (stream integer, vacation integer, place integer, photos integer,"
    "  position integer, primary key (stream, vacation, place)) without rowid;"
    "create table tags (stream integer, vacation integer, tag integer, photos integer, position integer,"
    "  primary key (stream, vacation, tag)) without rowid;"
    "create table vacations (stream integer, vacation integer, position integer,"
    "  primary key (stream, vacation)) without rowid;"
    "create table preferences (stream integer primary key, map integer, position integer) without rowid;";

enum {
    putRecent, trimRecents, putVacation, putVisit, putPlace, putTag, takeVisit, takePlace, dropPlace, takeTag,
    dropTag, putMap, statementCount
};

static const char *const texts[] = {
    [putRecent] = "insert or replace into recents values (?1, ?2, ?3)",
    [trimRecents] = "delete from recents where stream = ?1 and position <= (select position from recents"
                    "  where stream = ?1 order by position desc limit 1 offset ?2)",
    [putVacation] = "insert or ignore into vacations values (?1, ?2, ?3)",
    [putVisit] = "insert or ignore into visits values (?1, ?2, ?3, ?4)",
    [putPlace] = "insert into itinerary values (?1, ?2, ?3, 1, ?4)"
                 "  on conflict do update set photos = photos + 1, position = excluded.position",
    [putTag] = "insert into tags values (?1, ?2, ?3, 1, ?4)"
               "  on conflict do update set photos = photos + 1, position = excluded.position",
    [takeVisit] = "delete from visits where stream = ?1 and vacation = ?2 and photo = ?3",
    [takePlace] = "update itinerary set photos = photos - 1, position = ?4"
                  "  where stream = ?1 and vacation = ?2 and place = ?3",
    [dropPlace] = "delete from itinerary where stream = ?1 and vacation = ?2 and place = ?3 and photos <= 0",
    [takeTag] = "update tags set photos = photos - 1, position = ?4"
                "  where stream = ?1 and vacation = ?2 and tag = ?3",
    [dropTag] = "delete from tags where stream = ?1 and vacation = ?2 and tag = ?3 and photos <= 0",
    [putMap] = "insert or replace into preferences values (?1, 1, ?2)",
};

void sqliteCheck(sqlite3 *database, int result, const char *what) {
    if (result != SQLITE_OK && result != SQLITE_ROW && result != SQLITE_DONE) {
        fail(what, sqlite3_errmsg(database));
    }
}

sqlite3_stmt *sqlitePrepare(sqlite3 *database, const char *text) {
    sqlite3_stmt *statement;
    sqliteCheck(database, sqlite3_prepare_v2(database, text, -1, &statement, NULL), "prepare a statement");
    return statement;
}

void sqliteRun(sqlite3 *database, sqlite3_stmt *statement, const char *what) {
    sqliteCheck(database, sqlite3_step(statement), what);
    sqliteCheck(database, sqlite3_reset(statement), what);
}

SQLiteRows sqliteRowsOpen(sqlite3 *database) {
    _Static_assert(statementCount == sqliteRowStatements, "every statement has a place");
    SQLiteRows rows = {.database = database};
    sqliteCheck(database, sqlite3_exec(database, schema, NULL, NULL, NULL), "make the tables of rows");
    for (int index = 0; index < statementCount; index++) {
        rows.statements[index] = sqlitePrepare(database, texts[index]);
    }
    return rows;
}

void sqliteRowsClose(SQLiteRows *rows) {
    for (int index = 0; index < statementCount; index++) sqlite3_finalize(rows->statements[index]);
}

/// Runs a statement with up to four numbers; how many rows it changed.
static int change(SQLiteRows *rows, int index, int64_t first, int64_t second, int64_t third, int64_t fourth) {
    sqlite3_stmt *statement = rows->statements[index];
    int64_t values[] = {first, second, third, fourth};
    int count = sqlite3_bind_parameter_count(statement);
    for (int place = 0; place < count; place++) sqlite3_bind_int64(statement, place + 1, values[place]);
    sqliteRun(rows->database, statement, texts[index]);
    return sqlite3_changes(rows->database);
}

static void visit(SQLiteRows *rows, const RivalFact *fact, uint32_t stream, int64_t position) {
    change(rows, putVacation, stream, fact->vacation, position, 0);
    if (change(rows, putVisit, stream, fact->vacation, fact->photo, position) == 0) return;
    change(rows, putPlace, stream, fact->vacation, fact->place, position);
    for (uint32_t index = 0; index < fact->tagCount; index++) {
        change(rows, putTag, stream, fact->vacation, fact->tags[index], position);
    }
}

static void unvisit(SQLiteRows *rows, const RivalFact *fact, uint32_t stream, int64_t position) {
    if (change(rows, takeVisit, stream, fact->vacation, fact->photo, 0) == 0) return;
    change(rows, takePlace, stream, fact->vacation, fact->place, position);
    change(rows, dropPlace, stream, fact->vacation, fact->place, 0);
    for (uint32_t index = 0; index < fact->tagCount; index++) {
        change(rows, takeTag, stream, fact->vacation, fact->tags[index], position);
        change(rows, dropTag, stream, fact->vacation, fact->tags[index], 0);
    }
}

void sqliteRowsApply(SQLiteRows *rows, const RivalFact *fact, uint32_t stream, int64_t position) {
    switch (fact->kind) {
    case rivalFactView:
        change(rows, putRecent, stream, fact->photo, position, 0);
        change(rows, trimRecents, stream, recentsLimit, 0, 0);
        break;
    case rivalFactVisit: visit(rows, fact, stream, position); break;
    case rivalFactUnvisit: unvisit(rows, fact, stream, position); break;
    case rivalFactVacation: change(rows, putVacation, stream, fact->vacation, position, 0); break;
    default: change(rows, putMap, stream, position, 0, 0); break;
    }
}
