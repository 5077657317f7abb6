// What evbench compares the log with: plain C on LMDB, which is the limit, SQLite, RocksDB and Redis.
//
// Every function that measures returns seconds. A rival that cannot do its work says why and ends the
// program: a comparison with half a rival would be worse than none.
#ifndef TRAVELOG_RIVALS_H
#define TRAVELOG_RIVALS_H

#include <stddef.h>
#include <stdint.h>

/// Events to write: a pool of records that is gone through again and again, and the stream of each event.
typedef struct RivalHistory RivalHistory;

/// What an event does.
enum { rivalFactView, rivalFactVisit, rivalFactUnvisit, rivalFactVacation, rivalFactMap, rivalTagLimit = 5 };

/// What a record says, for a rival that keeps rows: whatever has a name is given by number.
typedef struct {
    uint32_t kind, vacation, photo, place, tagCount;
    uint32_t tags[rivalTagLimit];
} RivalFact;

/// A history with copies of all it is given.
///
/// `ends[i]` is where record i ends in `records`, `facts[i]` what it says; `streams[e]` is the number of
/// event e's stream, from 0.
RivalHistory *rivalHistoryMake(
    const uint8_t *records, const uint32_t *ends, const RivalFact *facts, size_t poolCount,
    const uint32_t *streams, size_t events);
void rivalHistoryFree(RivalHistory *history);

/// Somebody who stores the same records in another way.
typedef struct {
    /// Says why the rival cannot be measured on this machine, NULL when it can; no function where it always can.
    const char *(*absence)(void);
    /// Appends the history to a new file or folder and returns the seconds that took, without opening and closing.
    ///
    /// `latencies` gets the seconds of each commit; NULL where nobody asks.
    double (*append)(const char *path, const RivalHistory *history, size_t perCommit, double *latencies);
    /// Reads every record in order and adds up all its bytes as words, twice in a store that stays open.
    ///
    /// Returns the seconds of the first pass; `*warm` gets those of the second, `*count` the number of records.
    double (*scan)(const char *path, uint64_t *count, double *warm);
    /// The seconds of opening the store and reading one record.
    double (*open)(const char *path, uint64_t position);
    /// The seconds of reading the records at these positions, one by one, in an open store; the second time.
    double (*lookUp)(const char *path, const uint64_t *positions, size_t count);
} RivalStore;

/// The fewest calls of LMDB in C.
extern const RivalStore rivalLMDB;
/// SQLite with a write-ahead log, synced at every commit.
extern const RivalStore rivalSQLite;
/// RocksDB with a synced write for each commit, from a library that is looked for when the tool runs.
extern const RivalStore rivalRocksDB;
/// Streams of a Redis server of its own, whose append-only file is synced before it answers.
extern const RivalStore rivalRedis;

/// What `append` of SQLite does, with the rows of projections kept in the same transactions.
double rivalSQLiteAppendWithRows(const char *path, const RivalHistory *history, size_t perCommit);

/// Whether a path lies in memory, so that a sync costs nothing.
int machineIsInMemory(const char *path);
/// The bytes that a file takes on its disk; -1 when it is not there.
int64_t machineBytesOnDisk(const char *path);
/// Runs a program; its notes are thrown away, and so is its output unless `output` names a file for it.
///
/// `words` holds the arguments, each ended by a zero. Returns the exit status, -1 when the program could not
/// be started. `*seconds` gets how long it ran, `*computed` how long the processor worked for it.
int machineRun(
    const char *program, const char *words, size_t wordCount, const char *output, double *seconds,
    double *computed);
/// Asks the system to forget a file's pages, so that the next reader waits for the disk.
///
/// Returns the share of the file that is in memory nevertheless; -1 where the system does not say.
double machineDropCache(const char *path);
/// The seconds that this thread has computed.
double machineThreadSeconds(void);
/// The memory that this process holds for itself now, without pages of files, in bytes; -1 when unknown.
int64_t machineOwnMemory(void);

#endif
