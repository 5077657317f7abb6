#define _GNU_SOURCE
#include "RedisConnection.h"
#include "RivalHistory.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static const char socketName[] = "/socket";
enum { startingSeconds = 120, pauseMicroseconds = 2000 };
enum { firstCapacity = 1 << 16, digitsOfSize = 24 };

// MARK: - The server

const char *redisProgram(void) {
    static char found[4096];
    const char *folders = getenv("PATH");
    while (folders != NULL && *folders != 0) {
        size_t length = strcspn(folders, ":");
        int written = snprintf(found, sizeof found, "%.*s/redis-server", (int)length, folders);
        if (written > 0 && (size_t)written < sizeof found && access(found, X_OK) == 0) return found;
        folders += length + (folders[length] == ':');
    }
    return NULL;
}

/// The server that runs, so that a benchmark that gives up does not leave it behind.
static pid_t runningServer = 0;

static void endServer(void) {
    if (runningServer <= 0) return;
    kill(runningServer, SIGKILL);
    waitpid(runningServer, NULL, 0);
}

static pid_t spawnServer(const char *dataFolder, const char *socketPath) {
    static int isGuarded = 0;
    if (!isGuarded) isGuarded = atexit(endServer) == 0;
    // Every commit is synced before it is answered, and nothing else is written: no snapshots, no second
    // writing of the file while it grows.
    const char *arguments[] = {
        "redis-server", "--port", "0", "--unixsocket", socketPath, "--dir", dataFolder,
        "--appendonly", "yes", "--appendfsync", "always", "--auto-aof-rewrite-percentage", "0",
        "--save", "", "--daemonize", "no", NULL,
    };
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    pid_t server;
    int result = posix_spawn(&server, redisProgram(), &actions, NULL, (char *const *)arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (result != 0) fail("start redis-server", strerror(result));
    return server;
}

/// A socket that is connected; -1 while nobody listens.
static int connectOnce(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    int made = socket(AF_UNIX, SOCK_STREAM, 0);
    if (made < 0) fail("make a socket", strerror(errno));
    if (connect(made, (struct sockaddr *)&address, sizeof address) == 0) return made;
    close(made);
    return -1;
}

static void waitMore(pid_t server, double start) {
    if (waitpid(server, NULL, WNOHANG) == server) {
        runningServer = 0;
        fail("start redis-server", "it ended");
    }
    if (monotonicSeconds() - start > startingSeconds) fail("start redis-server", "it does not answer");
    usleep(pauseMicroseconds);
}

static const char *readLine(RedisConnection *connection);

/// Whether the server has loaded its data.
static int isReady(RedisConnection *connection) {
    redisPut(connection, (RedisWord[]){{"PING", 4}}, 1);
    redisSend(connection);
    return strcmp(readLine(connection), "+PONG") == 0;
}

RedisConnection redisStart(const char *dataFolder) {
    RedisConnection connection = {.socket = -1};
    mkdir(dataFolder, 0700);
    snprintf(connection.folder, sizeof connection.folder, "/tmp/evbench-redis-XXXXXX");
    if (mkdtemp(connection.folder) == NULL) fail("make a folder for a socket", strerror(errno));
    char path[sizeof connection.folder + sizeof socketName];
    snprintf(path, sizeof path, "%s%s", connection.folder, socketName);
    connection.server = runningServer = spawnServer(dataFolder, path);
    double start = monotonicSeconds();
    while ((connection.socket = connectOnce(path)) < 0) waitMore(connection.server, start);
    while (!isReady(&connection)) waitMore(connection.server, start);
    return connection;
}

void redisStop(RedisConnection *connection) {
    kill(connection->server, SIGTERM);
    waitpid(connection->server, NULL, 0);
    runningServer = 0;
    close(connection->socket);
    char path[sizeof connection->folder + sizeof socketName];
    snprintf(path, sizeof path, "%s%s", connection->folder, socketName);
    unlink(path);
    rmdir(connection->folder);
    free(connection->output.bytes);
    free(connection->input.bytes);
}

// MARK: - Commands

/// Makes room for `count` more bytes and returns where they go.
static uint8_t *room(RedisBuffer *buffer, size_t count) {
    if (buffer->start > 0) {
        memmove(buffer->bytes, buffer->bytes + buffer->start, buffer->end - buffer->start);
        buffer->end -= buffer->start;
        buffer->start = 0;
    }
    if (buffer->capacity - buffer->end < count) {
        size_t capacity = buffer->capacity == 0 ? firstCapacity : buffer->capacity;
        while (capacity - buffer->end < count) capacity *= 2;
        buffer->bytes = realloc(buffer->bytes, capacity);
        if (buffer->bytes == NULL) fail("allocate", "out of memory");
        buffer->capacity = capacity;
    }
    return buffer->bytes + buffer->end;
}

static void putHead(RedisBuffer *buffer, char kind, size_t count) {
    uint8_t *next = room(buffer, digitsOfSize);
    buffer->end += (size_t)snprintf((char *)next, digitsOfSize, "%c%zu\r\n", kind, count);
}

void redisPut(RedisConnection *connection, const RedisWord *words, size_t count) {
    RedisBuffer *buffer = &connection->output;
    putHead(buffer, '*', count);
    for (size_t index = 0; index < count; index++) {
        size_t length = words[index].length;
        putHead(buffer, '$', length);
        uint8_t *next = room(buffer, length + 2);
        memcpy(next, words[index].bytes, length);
        memcpy(next + length, "\r\n", 2);
        buffer->end += length + 2;
    }
}

void redisSend(RedisConnection *connection) {
    RedisBuffer *buffer = &connection->output;
    while (buffer->start < buffer->end) {
        ssize_t written =
            write(connection->socket, buffer->bytes + buffer->start, buffer->end - buffer->start);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) fail("write to Redis", strerror(errno));
        buffer->start += (size_t)written;
    }
    buffer->start = buffer->end = 0;
}

// MARK: - Replies

static void readMore(RedisConnection *connection) {
    RedisBuffer *buffer = &connection->input;
    uint8_t *next = room(buffer, firstCapacity);
    ssize_t count = read(connection->socket, next, buffer->capacity - buffer->end);
    if (count < 0 && errno == EINTR) return;
    if (count <= 0) fail("read from Redis", count == 0 ? "it closed the connection" : strerror(errno));
    buffer->end += (size_t)count;
}

/// The next line without its end; it stays where it is until the next call.
static const char *readLine(RedisConnection *connection) {
    RedisBuffer *buffer = &connection->input;
    size_t seen = 0;
    for (;;) {
        uint8_t *line = buffer->bytes + buffer->start;
        size_t held = buffer->end - buffer->start;
        uint8_t *end = held > seen ? memchr(line + seen, '\n', held - seen) : NULL;
        if (end != NULL) {
            buffer->start += (size_t)(end - line) + 1;
            if (end > line && end[-1] == '\r') end--;
            *end = 0;
            return (const char *)line;
        }
        seen = held;
        readMore(connection);
    }
}

void redisExpect(RedisConnection *connection, const char *line) {
    const char *found = readLine(connection);
    if (strcmp(found, line) != 0) fail("use Redis", found);
}

/// The number in a line that begins with `kind`.
static size_t readHead(RedisConnection *connection, char kind) {
    const char *line = readLine(connection);
    if (line[0] != kind || line[1] < '0' || line[1] > '9') fail("use Redis", line);
    return (size_t)strtoull(line + 1, NULL, 10);
}

size_t redisArray(RedisConnection *connection) { return readHead(connection, '*'); }

RedisWord redisText(RedisConnection *connection) {
    size_t length = readHead(connection, '$');
    RedisBuffer *buffer = &connection->input;
    while (buffer->end - buffer->start < length + 2) readMore(connection);
    RedisWord text = {buffer->bytes + buffer->start, length};
    buffer->start += length + 2;
    return text;
}
