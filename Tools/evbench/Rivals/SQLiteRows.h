// The rows that SQLite keeps beside the events; not seen from Swift.
#ifndef TRAVELOG_SQLITE_ROWS_H
#define TRAVELOG_SQLITE_ROWS_H

#include "RivalHistory.h"

#include <sqlite3.h>

enum { sqliteRowStatements = 12 };

/// The names of numbered things, each made once.
typedef struct {
    char (*texts)[32];
    uint32_t count;
} SQLiteNames;

typedef struct {
    sqlite3 *database;
    sqlite3_stmt *statements[sqliteRowStatements];
    SQLiteNames photos, vacations, places, tags;
} SQLiteRows;

/// Makes the tables and prepares what writes them.
SQLiteRows sqliteRowsOpen(sqlite3 *database);
/// Does to the rows what an event does.
void sqliteRowsApply(SQLiteRows *rows, const RivalFact *fact, uint32_t stream, int64_t position);
void sqliteRowsClose(SQLiteRows *rows);

/// Ends the program when a call of SQLite failed.
void sqliteCheck(sqlite3 *database, int result, const char *what);
sqlite3_stmt *sqlitePrepare(sqlite3 *database, const char *text);
/// Runs a statement that gives no rows.
void sqliteRun(sqlite3 *database, sqlite3_stmt *statement, const char *what);

#endif
