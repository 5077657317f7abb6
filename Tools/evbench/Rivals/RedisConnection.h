// A Redis server that the benchmark starts for itself, and the connection to it; not seen from Swift.
#ifndef TRAVELOG_REDIS_CONNECTION_H
#define TRAVELOG_REDIS_CONNECTION_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

typedef struct {
    uint8_t *bytes;
    size_t start, end, capacity;
} RedisBuffer;

typedef struct {
    pid_t server;
    /// The folder of the socket; short, as paths of sockets must be.
    char folder[64];
    int socket;
    RedisBuffer output, input;
} RedisConnection;

/// The path of a server's program, NULL where none is installed.
const char *redisProgram(void);

/// Starts a server whose data are in this folder, and connects to it once it has loaded them.
RedisConnection redisStart(const char *dataFolder);
/// Ends the server; what it has acknowledged stays in its folder.
void redisStop(RedisConnection *connection);

/// One word of a command.
typedef struct {
    const void *bytes;
    size_t length;
} RedisWord;

/// Adds a command to those that wait to be sent.
void redisPut(RedisConnection *connection, const RedisWord *words, size_t count);
/// Sends all commands that wait.
void redisSend(RedisConnection *connection);

/// Reads a reply that must be this line, such as `+OK`.
void redisExpect(RedisConnection *connection, const char *line);
/// Reads the head of a reply of many parts and returns their number.
size_t redisArray(RedisConnection *connection);
/// Reads a text; it stays where it is until the next call.
RedisWord redisText(RedisConnection *connection);

#endif
