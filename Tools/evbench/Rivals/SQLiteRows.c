// The same projections in SQLite: recents, visited photos with itinerary and tags, vacations, the map's type.
//
// Each event changes its rows at once, as a program on SQLite would do it. Photos, vacations, places and tags go by
// their names, as in the log's projections; the names lie ready, where the log's folds find them in the events.
#include "SQLiteRows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const schema =
    "create table recents (stream integer, photo text, position integer, primary key (stream, photo))"
    "  without rowid;"
    "create unique index recentsByPosition on recents (stream, position);"
    "create table visits (stream integer, vacation text, photo text, position integer,"
    "  primary key (stream, vacation, photo)) without rowid;"
    "create table itinerary (stream integer, vacation text, place text, photos integer,"
    "  position integer, primary key (stream, vacation, place)) without rowid;"
    "create table tags (stream integer, vacation text, tag text, photos integer, position integer,"
    "  primary key (stream, vacation, tag)) without rowid;"
    "create table vacations (stream integer, vacation text, position integer,"
    "  primary key (stream, vacation)) without rowid;"
    "create table preferences (stream integer primary key, map integer, position integer) without rowid;";

enum {
    putRecent, trimRecents, putVacation, putVisit, putPlace, putTag, takeVisit, takePlace, dropPlace, takeTag,
    dropTag, putMap, statementCount
};

// In all of them 1 is the stream, 2 the position, 3 the photo, place or tag, 4 the vacation.
static const char *const texts[] = {
    [putRecent] = "insert or replace into recents values (?1, ?3, ?2)",
    [trimRecents] = "delete from recents where stream = ?1 and position <= (select position from recents"
                    "  where stream = ?1 order by position desc limit 1 offset 20)",
    [putVacation] = "insert or ignore into vacations values (?1, ?4, ?2)",
    [putVisit] = "insert or ignore into visits values (?1, ?4, ?3, ?2)",
    [putPlace] = "insert into itinerary values (?1, ?4, ?3, 1, ?2)"
                 "  on conflict do update set photos = photos + 1, position = excluded.position",
    [putTag] = "insert into tags values (?1, ?4, ?3, 1, ?2)"
               "  on conflict do update set photos = photos + 1, position = excluded.position",
    [takeVisit] = "delete from visits where stream = ?1 and vacation = ?4 and photo = ?3",
    [takePlace] = "update itinerary set photos = photos - 1, position = ?2"
                  "  where stream = ?1 and vacation = ?4 and place = ?3",
    [dropPlace] = "delete from itinerary where stream = ?1 and vacation = ?4 and place = ?3 and photos <= 0",
    [takeTag] = "update tags set photos = photos - 1, position = ?2"
                "  where stream = ?1 and vacation = ?4 and tag = ?3",
    [dropTag] = "delete from tags where stream = ?1 and vacation = ?4 and tag = ?3 and photos <= 0",
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

static void freeNames(SQLiteNames *names) { free(names->texts); }

void sqliteRowsClose(SQLiteRows *rows) {
    for (int index = 0; index < statementCount; index++) sqlite3_finalize(rows->statements[index]);
    freeNames(&rows->photos);
    freeNames(&rows->vacations);
    freeNames(&rows->places);
    freeNames(&rows->tags);
}

/// The name of a numbered thing, made where it is new.
static const char *nameOf(SQLiteNames *names, uint32_t number, const char *format, unsigned long long value) {
    if (number >= names->count) {
        uint32_t count = 2 * number + 16;
        names->texts = realloc(names->texts, count * sizeof *names->texts);
        if (names->texts == NULL) fail("keep names", "out of memory");
        memset(names->texts + names->count, 0, (count - names->count) * sizeof *names->texts);
        names->count = count;
    }
    char *text = names->texts[number];
    if (text[0] == 0) snprintf(text, sizeof *names->texts, format, value);
    return text;
}

/// What an event is about, by name.
typedef struct {
    int64_t stream, position;
    const char *photo, *vacation, *place;
} Names;

/// Runs a statement; how many rows it changed.
static int change(SQLiteRows *rows, int index, const Names *names, const char *name) {
    sqlite3_stmt *statement = rows->statements[index];
    int count = sqlite3_bind_parameter_count(statement);
    sqlite3_bind_int64(statement, 1, names->stream);
    if (count > 1) sqlite3_bind_int64(statement, 2, names->position);
    if (count > 2) sqlite3_bind_text(statement, 3, name, -1, SQLITE_STATIC);
    if (count > 3) sqlite3_bind_text(statement, 4, names->vacation, -1, SQLITE_STATIC);
    sqliteRun(rows->database, statement, texts[index]);
    return sqlite3_changes(rows->database);
}

static const char *tagOf(SQLiteRows *rows, const RivalFact *fact, uint32_t index) {
    return nameOf(&rows->tags, fact->tags[index], "tag%llu", fact->tags[index]);
}

static void visit(SQLiteRows *rows, const RivalFact *fact, const Names *names) {
    change(rows, putVacation, names, NULL);
    if (change(rows, putVisit, names, names->photo) == 0) return;
    change(rows, putPlace, names, names->place);
    for (uint32_t index = 0; index < fact->tagCount; index++) {
        change(rows, putTag, names, tagOf(rows, fact, index));
    }
}

static void unvisit(SQLiteRows *rows, const RivalFact *fact, const Names *names) {
    if (change(rows, takeVisit, names, names->photo) == 0) return;
    change(rows, takePlace, names, names->place);
    change(rows, dropPlace, names, names->place);
    for (uint32_t index = 0; index < fact->tagCount; index++) {
        change(rows, takeTag, names, tagOf(rows, fact, index));
        change(rows, dropTag, names, tagOf(rows, fact, index));
    }
}

void sqliteRowsApply(SQLiteRows *rows, const RivalFact *fact, uint32_t stream, int64_t position) {
    const Names names = {
        .stream = stream,
        .position = position,
        .photo = nameOf(&rows->photos, fact->photo, "%llu", 50000000000ULL + fact->photo * 7919ULL),
        .vacation = nameOf(&rows->vacations, fact->vacation, "Vacation %llu", fact->vacation),
        .place = nameOf(&rows->places, fact->place, "Quarter %llu, City, Country", fact->place),
    };
    switch (fact->kind) {
    case rivalFactView:
        change(rows, putRecent, &names, names.photo);
        change(rows, trimRecents, &names, NULL);
        break;
    case rivalFactVisit: visit(rows, fact, &names); break;
    case rivalFactUnvisit: unvisit(rows, fact, &names); break;
    case rivalFactVacation: change(rows, putVacation, &names, NULL); break;
    default: change(rows, putMap, &names, NULL); break;
    }
}
