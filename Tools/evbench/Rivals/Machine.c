// What evbench asks of the machine, where Swift's C library module has no way to ask.
#define _GNU_SOURCE
#include "RivalHistory.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
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
    const char *program, const char *words, size_t wordCount, const char *output, double *seconds,
    double *computed) {
    char **arguments = allocate(wordCount + 2, sizeof *arguments);
    arguments[0] = (char *)program;
    for (size_t index = 0; index < wordCount; index++) {
        arguments[index + 1] = (char *)words;
        words += strlen(words) + 1;
    }
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(
        &actions, 1, output == NULL ? "/dev/null" : output, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    double start = monotonicSeconds();
    pid_t child;
    int result = posix_spawn(&child, program, &actions, NULL, arguments, environ), status = 0;
    posix_spawn_file_actions_destroy(&actions);
    free(arguments);
    struct rusage usage;
    if (result != 0 || wait4(child, &status, 0, &usage) != child) return -1;
    *seconds = monotonicSeconds() - start;
    *computed = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
        + (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

double machineDropCache(const char *path) {
#if defined(__linux__)
    int file = open(path, O_RDONLY);
    struct stat status;
    if (file < 0 || fstat(file, &status) != 0) fail("open", path);
    // Only pages that are on the disk can go.
    fsync(file);
    posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED);
    size_t pageBytes = (size_t)sysconf(_SC_PAGESIZE), bytes = (size_t)status.st_size;
    size_t pages = (bytes + pageBytes - 1) / pageBytes, resident = 0;
    void *map = pages == 0 ? MAP_FAILED : mmap(NULL, bytes, PROT_READ, MAP_SHARED, file, 0);
    close(file);
    if (map == MAP_FAILED) return -1;
    unsigned char *states = allocate(pages, 1);
    if (mincore(map, bytes, states) != 0) resident = pages;
    for (size_t page = 0; page < pages; page++) resident += states[page] & 1;
    free(states);
    munmap(map, bytes);
    return (double)resident / (double)pages;
#else
    (void)path;
    return -1;
#endif
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
