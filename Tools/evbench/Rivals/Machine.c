// What evbench asks of the machine, where Swift's C library module has no way to ask.
#define _GNU_SOURCE
#include "RivalHistory.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#if defined(__linux__)
#include <sys/vfs.h>
#endif

extern char **environ;

int machineIsInMemory(const char *path) {
#if defined(__linux__)
    enum { tmpfs = 0x01021994, ramfs = 0x858458f6 };
    struct statfs status;
    if (statfs(path, &status) != 0) return 0;
    return (uint32_t)status.f_type == (uint32_t)tmpfs || (uint32_t)status.f_type == (uint32_t)ramfs;
#else
    (void)path;
    return 0;
#endif
}

int64_t machineBytesOnDisk(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 ? (int64_t)status.st_blocks * 512 : -1;
}

int machineRun(
    const char *program, const char *first, const char *second, const char *third, const char *fourth,
    double *seconds) {
    char *arguments[] = {
        (char *)program, (char *)first, (char *)second, (char *)third, (char *)fourth, NULL};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    double start = monotonicSeconds();
    pid_t child;
    int result = posix_spawn(&child, program, &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (result != 0) return -1;
    int status;
    if (waitpid(child, &status, 0) != child) return -1;
    *seconds = monotonicSeconds() - start;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

double machineThreadSeconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

int64_t machineOwnMemory(void) {
    FILE *file = fopen("/proc/self/status", "r");
    if (file == NULL) return -1;
    char line[256];
    long long kibibytes = -1;
    while (fgets(line, sizeof line, file) != NULL) {
        if (sscanf(line, "RssAnon: %lld", &kibibytes) == 1) break;
    }
    fclose(file);
    return kibibytes < 0 ? -1 : (int64_t)kibibytes * 1024;
}
