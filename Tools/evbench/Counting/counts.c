// Stands between a program and the C library (LD_PRELOAD) and counts what the program asks for: pieces of memory,
// pages written to files, and writes that wait for the disk. COUNTS_FILE names the file that gets the counts.
//
// It also maps files by a gibibyte at most: valgrind has no room for the map that LMDB asks for, and the files that
// are counted stay far below that.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

enum { pageBytes = 4096 };
static const size_t mapLimit = (size_t)1 << 30;

static atomic_ulong allocations, pages, syncs;

// The C library's own names: asking for them by name would need memory.
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

void *malloc(size_t size) {
    atomic_fetch_add(&allocations, 1);
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    atomic_fetch_add(&allocations, 1);
    return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
    atomic_fetch_add(&allocations, 1);
    return __libc_realloc(memory, size);
}

void *memalign(size_t alignment, size_t size) {
    atomic_fetch_add(&allocations, 1);
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **memory, size_t alignment, size_t size) {
    *memory = memalign(alignment, size);
    return *memory == NULL ? ENOMEM : 0;
}

/// Counts a write; through a descriptor that writes synchronously it waits for the disk as well.
static ssize_t written(int file, ssize_t bytes) {
    if (bytes <= 0) return bytes;
    atomic_fetch_add(&pages, ((unsigned long)bytes + pageBytes - 1) / pageBytes);
    if (fcntl(file, F_GETFL) & O_DSYNC) atomic_fetch_add(&syncs, 1);
    return bytes;
}

ssize_t write(int file, const void *bytes, size_t count) {
    return written(file, syscall(SYS_write, file, bytes, count));
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
    return written(file, syscall(SYS_pwrite64, file, bytes, count, offset));
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) {
    return written(file, syscall(SYS_pwrite64, file, bytes, count, offset));
}

ssize_t writev(int file, const struct iovec *parts, int count) {
    return written(file, syscall(SYS_writev, file, parts, count));
}

ssize_t pwritev(int file, const struct iovec *parts, int count, off_t offset) {
    return written(file, syscall(SYS_pwritev, file, parts, count, offset, 0));
}

ssize_t pwritev64(int file, const struct iovec *parts, int count, off64_t offset) {
    return written(file, syscall(SYS_pwritev, file, parts, count, offset, 0));
}

static size_t limited(size_t bytes) { return bytes > mapLimit ? mapLimit : bytes; }

void *mmap(void *place, size_t bytes, int protection, int flags, int file, off_t offset) {
    bytes = file < 0 ? bytes : limited(bytes);
    return (void *)syscall(SYS_mmap, place, bytes, protection, flags, file, offset);
}

void *mmap64(void *place, size_t bytes, int protection, int flags, int file, off64_t offset) {
    return mmap(place, bytes, protection, flags, file, offset);
}

int munmap(void *place, size_t bytes) { return (int)syscall(SYS_munmap, place, limited(bytes)); }

int fsync(int file) {
    atomic_fetch_add(&syncs, 1);
    return (int)syscall(SYS_fsync, file);
}

int fdatasync(int file) {
    atomic_fetch_add(&syncs, 1);
    return (int)syscall(SYS_fdatasync, file);
}

int msync(void *memory, size_t count, int flags) {
    atomic_fetch_add(&syncs, 1);
    return (int)syscall(SYS_msync, memory, count, flags);
}

__attribute__((destructor)) static void tell(void) {
    const char *path = getenv("COUNTS_FILE");
    if (path == NULL) return;
    char text[128];
    int length = snprintf(
        text, sizeof text, "%lu %lu %lu\n", atomic_load(&allocations), atomic_load(&pages),
        atomic_load(&syncs));
    int file = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file < 0) return;
    syscall(SYS_write, file, text, length);
    close(file);
}
