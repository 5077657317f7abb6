// Stands between a program and the C library (LD_PRELOAD): fails, shortens or kills at the N-th call on a file,
// and writes down what reaches the files, in the order in which it does.
//
// SHIM_FILES     calls count on files whose path holds this text; lock files never count
// SHIM_FAULT     CALL:N:KIND. CALL is a name below, or `any`; N counts from 1. KIND is the name of an error, `short`
//                (half of the bytes are written), `one` (one byte is), `kill` (before the call) or `done` (killed
//                after it). With `+` behind N, every later call fails too.
// SHIM_FIRED     a file that is made when the fault happens
// SHIM_TRACE     a file for the trace; see Trace.swift for its form
//
// Memory is counted only where LMDB asks for it: a Swift program ends without memory, as it promises.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#define MAX_FILES 256

struct file { char path[PATH_MAX]; uint64_t inode; int isCounted, isSynchronous, isFolder; };

static struct file files[MAX_FILES];
static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static int isReady, traceFile = -1;
static const char *filter, *fired;
static char faultCall[32], faultKind[32];
static long faultNumber, faultCount;
static int isSticky;

static void prepare(void) {
    if (isReady) return;
    isReady = 1;
    filter = getenv("SHIM_FILES");
    fired = getenv("SHIM_FIRED");
    const char *fault = getenv("SHIM_FAULT"), *trace = getenv("SHIM_TRACE");
    if (fault) {
        char number[32];
        if (sscanf(fault, "%31[^:]:%31[^:]:%31s", faultCall, number, faultKind) != 3) abort();
        faultNumber = strtol(number, NULL, 10);
        isSticky = strchr(number, '+') != NULL;
    }
    if (trace) {
        int file = (int)syscall(SYS_openat, AT_FDCWD, trace, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
        // Out of the way of programs that count their descriptors.
        traceFile = file < 0 ? -1 : (int)syscall(SYS_dup3, file, 900, O_CLOEXEC);
    }
}

// MARK: Faults

static int errorNumber(const char *name) {
    static const struct { const char *name; int number; } errors[] = {
        {"EIO", EIO}, {"ENOSPC", ENOSPC}, {"EINTR", EINTR}, {"EDQUOT", EDQUOT}, {"EFBIG", EFBIG},
        {"EROFS", EROFS}, {"EACCES", EACCES}, {"EMFILE", EMFILE}, {"ENOMEM", ENOMEM}, {"EAGAIN", EAGAIN},
    };
    for (size_t index = 0; index < sizeof errors / sizeof *errors; index++)
        if (!strcmp(errors[index].name, name)) return errors[index].number;
    abort();
}

static void note(void) {
    if (!fired) return;
    int file = (int)syscall(SYS_openat, AT_FDCWD, fired, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (file >= 0) syscall(SYS_close, file);
}

static void die(void) { syscall(SYS_kill, (pid_t)syscall(SYS_getpid), SIGKILL); for (;;) pause(); }

enum verdict { GO, FAIL, SHORT, ONE, DONE };

/// Counts a call, and says what becomes of it; `FAIL` has set the error number.
static enum verdict judge(const char *call) {
    prepare();
    if (!*faultCall || (strcmp(faultCall, "any") && strcmp(faultCall, call))) return GO;
    pthread_mutex_lock(&lock);
    long count = ++faultCount;
    pthread_mutex_unlock(&lock);
    if (isSticky ? count < faultNumber : count != faultNumber) return GO;
    note();
    if (!strcmp(faultKind, "kill")) die();
    if (!strcmp(faultKind, "done")) return DONE;
    if (!strcmp(faultKind, "short")) return SHORT;
    if (!strcmp(faultKind, "one")) return ONE;
    errno = errorNumber(faultKind);
    return FAIL;
}

// MARK: Trace

static void put(const void *bytes, size_t count) {
    while (count > 0) {
        long written = syscall(SYS_write, traceFile, bytes, count);
        if (written <= 0) abort();
        bytes = (const char *)bytes + written;
        count -= (size_t)written;
    }
}

/// One entry: kind, flag, inode, offset, and two byte strings with their lengths.
static void trace(
    char kind, char flag, uint64_t inode, uint64_t offset, const void *first, size_t firstCount,
    const void *second, size_t secondCount
) {
    prepare();
    if (traceFile < 0) return;
    char head[2] = {kind, flag};
    uint32_t counts[2] = {(uint32_t)firstCount, (uint32_t)secondCount};
    pthread_mutex_lock(&lock);
    put(head, 2);
    put(&inode, 8);
    put(&offset, 8);
    put(counts, 8);
    put(first, firstCount);
    put(second, secondCount);
    pthread_mutex_unlock(&lock);
}

static void tracePaths(char kind, const char *from, const char *to) {
    trace(kind, 0, 0, 0, from, strlen(from), to, strlen(to));
}

// MARK: Files

static int counts(const char *path) {
    prepare();
    return filter && strstr(path, filter) && !strstr(path, "-lock");
}

static const char *absolute(int folder, const char *path, char *buffer) {
    if (*path == '/') return strcpy(buffer, path);
    char link[64];
    if (folder == AT_FDCWD) strcpy(link, "/proc/self/cwd");
    else snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
    long length = readlink(link, buffer, PATH_MAX - strlen(path) - 2);
    if (length < 0) return strcpy(buffer, path);
    if (!strncmp(path, "./", 2)) path += 2;
    buffer[length] = '/';
    strcpy(buffer + length + 1, path);
    return buffer;
}

static struct file *counted(int number) {
    return number >= 0 && number < MAX_FILES && files[number].isCounted ? &files[number] : NULL;
}

static int opening(int folder, const char *name, int flags, mode_t mode) {
    char path[PATH_MAX];
    absolute(folder, name, path);
    int isCounted = counts(path);
    enum verdict verdict = isCounted ? judge("open") : GO;
    if (verdict == FAIL) return -1;
    struct stat before;
    int isNew = isCounted && (flags & O_CREAT) && stat(path, &before) != 0;
    int number = (int)syscall(SYS_openat, folder, name, flags, mode);
    if (verdict == DONE) die();
    if (number < 0 || number >= MAX_FILES) return number;
    struct stat status;
    if (fstat(number, &status) != 0) return number;
    struct file *file = &files[number];
    strcpy(file->path, path);
    file->inode = status.st_ino;
    file->isFolder = S_ISDIR(status.st_mode);
    file->isCounted = isCounted && !file->isFolder;
    file->isSynchronous = (flags & (O_DSYNC | O_SYNC)) != 0;
    if (isNew) trace('C', 0, file->inode, 0, path, strlen(path), "", 0);
    return number;
}

#define OPEN_MODE(flags) \
    mode_t mode = 0; \
    if ((flags) & (O_CREAT | O_TMPFILE)) { va_list list; va_start(list, flags); mode = va_arg(list, mode_t); va_end(list); }

int open(const char *path, int flags, ...) { OPEN_MODE(flags) return opening(AT_FDCWD, path, flags, mode); }
int open64(const char *path, int flags, ...) { OPEN_MODE(flags) return opening(AT_FDCWD, path, flags, mode); }
int openat(int folder, const char *path, int flags, ...) { OPEN_MODE(flags) return opening(folder, path, flags, mode); }
int openat64(int folder, const char *path, int flags, ...) { OPEN_MODE(flags) return opening(folder, path, flags, mode); }

int close(int number) {
    if (number >= 0 && number < MAX_FILES) memset(&files[number], 0, sizeof *files);
    return (int)syscall(SYS_close, number);
}

// MARK: Writing

static ssize_t writing(int number, const struct iovec *parts, int count, off_t offset, const char *call) {
    struct file *file = counted(number);
    size_t total = 0;
    for (int index = 0; index < count; index++) total += parts[index].iov_len;
    char *bytes = malloc(total + 1);
    size_t end = 0;
    for (int index = 0; index < count; index++) {
        memcpy(bytes + end, parts[index].iov_base, parts[index].iov_len);
        end += parts[index].iov_len;
    }
    ssize_t result = -1;
    enum verdict verdict = file ? judge(call) : GO;
    int error = errno;
    if (verdict != FAIL) {
        if (verdict == SHORT) total /= 2;
        if (verdict == ONE && total > 1) total = 1;
        off_t place = offset >= 0 ? offset : lseek(number, 0, SEEK_CUR);
        result = offset >= 0 ? syscall(SYS_pwrite64, number, bytes, total, offset)
                             : syscall(SYS_write, number, bytes, total);
        error = errno;
        if (verdict == DONE) die();
        if (result > 0 && file)
            trace('W', (char)file->isSynchronous, file->inode, (uint64_t)place, bytes, (size_t)result, "", 0);
        if (result > 0 && number == 1) trace('A', 0, 0, 0, bytes, (size_t)result, "", 0);
    }
    free(bytes);
    errno = error;
    return result;
}

ssize_t write(int number, const void *bytes, size_t count) {
    struct iovec part = {(void *)bytes, count};
    return writing(number, &part, 1, -1, "write");
}
ssize_t writev(int number, const struct iovec *parts, int count) { return writing(number, parts, count, -1, "writev"); }
ssize_t pwrite(int number, const void *bytes, size_t count, off_t offset) {
    struct iovec part = {(void *)bytes, count};
    return writing(number, &part, 1, offset, "pwrite");
}
ssize_t pwrite64(int number, const void *bytes, size_t count, off_t offset) { return pwrite(number, bytes, count, offset); }
ssize_t pwritev(int number, const struct iovec *parts, int count, off_t offset) {
    return writing(number, parts, count, offset, "pwritev");
}
ssize_t pwritev64(int number, const struct iovec *parts, int count, off_t offset) { return pwritev(number, parts, count, offset); }

static int syncing(int number, long call, const char *name) {
    struct file *file = number >= 0 && number < MAX_FILES ? &files[number] : NULL;
    int isCounted = file && (file->isCounted || file->isFolder);
    enum verdict verdict = isCounted ? judge(name) : GO;
    if (verdict == FAIL) return -1;
    int result = (int)syscall(call, number);
    if (verdict == DONE) die();
    if (result == 0 && isCounted)
        trace(file->isFolder ? 'D' : 'S', 0, file->inode, 0, file->path, strlen(file->path), "", 0);
    return result;
}

int fsync(int number) { return syncing(number, SYS_fsync, "fsync"); }
int fdatasync(int number) { return syncing(number, SYS_fdatasync, "fdatasync"); }

int ftruncate(int number, off_t size) {
    struct file *file = counted(number);
    enum verdict verdict = file ? judge("ftruncate") : GO;
    if (verdict == FAIL) return -1;
    int result = (int)syscall(SYS_ftruncate, number, size);
    if (verdict == DONE) die();
    if (result == 0 && file) trace('T', 0, file->inode, (uint64_t)size, "", 0, "", 0);
    return result;
}
int ftruncate64(int number, off_t size) { return ftruncate(number, size); }

// MARK: Names

static int naming(const char *call, char kind, int fromFolder, const char *from, int toFolder, const char *to, int flags) {
    char source[PATH_MAX], target[PATH_MAX];
    absolute(fromFolder, from, source);
    if (to) absolute(toFolder, to, target); else *target = 0;
    int isCounted = counts(source) || (to && counts(target));
    enum verdict verdict = isCounted ? judge(call) : GO;
    if (verdict == FAIL) return -1;
    long result;
    if (kind == 'R') result = syscall(SYS_renameat2, fromFolder, from, toFolder, to, flags);
    else if (kind == 'L') result = syscall(SYS_linkat, fromFolder, from, toFolder, to, flags);
    else result = syscall(SYS_unlinkat, fromFolder, from, flags);
    if (verdict == DONE) die();
    if (result == 0 && isCounted) tracePaths(kind, source, target);
    return (int)result;
}

int rename(const char *from, const char *to) { return naming("rename", 'R', AT_FDCWD, from, AT_FDCWD, to, 0); }
int renameat(int a, const char *from, int b, const char *to) { return naming("rename", 'R', a, from, b, to, 0); }
int renameat2(int a, const char *from, int b, const char *to, unsigned flags) {
    return naming("rename", 'R', a, from, b, to, (int)flags);
}
int link(const char *from, const char *to) { return naming("link", 'L', AT_FDCWD, from, AT_FDCWD, to, 0); }
int linkat(int a, const char *from, int b, const char *to, int flags) { return naming("link", 'L', a, from, b, to, flags); }
int unlink(const char *path) { return naming("unlink", 'U', AT_FDCWD, path, AT_FDCWD, NULL, 0); }
int unlinkat(int folder, const char *path, int flags) { return naming("unlink", 'U', folder, path, folder, NULL, flags); }

// MARK: Memory

void *mmap(void *address, size_t length, int protection, int flags, int number, off_t offset) {
    enum verdict verdict = counted(number) ? judge("mmap") : GO;
    if (verdict == FAIL) return MAP_FAILED;
    void *result = (void *)syscall(SYS_mmap, address, length, protection, flags, number, offset);
    if (verdict == DONE) die();
    return result;
}

static int isOfStore(void *caller) {
    prepare();
    if (strcmp(faultCall, "memory")) return 0;
    Dl_info info;
    return dladdr(caller, &info) && info.dli_fname && strstr(info.dli_fname, "liblmdb") != NULL;
}

void *malloc(size_t size) {
    static void *(*real)(size_t);
    if (!real) real = (void *(*)(size_t))dlsym(RTLD_NEXT, "malloc");
    if (isReady && *faultCall == 'm' && isOfStore(__builtin_return_address(0)) && judge("memory") == FAIL) return NULL;
    return real(size);
}

void *realloc(void *old, size_t size) {
    static void *(*real)(void *, size_t);
    if (!real) real = (void *(*)(void *, size_t))dlsym(RTLD_NEXT, "realloc");
    if (isReady && *faultCall == 'm' && isOfStore(__builtin_return_address(0)) && judge("memory") == FAIL) return NULL;
    return real(old, size);
}

// The look-up of symbols itself asks for zeroed memory, once.
static char first[4096];
static size_t firstUsed;

void *calloc(size_t count, size_t size) {
    static void *(*real)(size_t, size_t);
    static int isLookingUp;
    if (!real) {
        if (isLookingUp) {
            if (firstUsed + count * size > sizeof first) return NULL;
            void *piece = first + firstUsed;
            firstUsed += (count * size + 15) / 16 * 16;
            return piece;
        }
        isLookingUp = 1;
        real = (void *(*)(size_t, size_t))dlsym(RTLD_NEXT, "calloc");
        isLookingUp = 0;
    }
    if (isReady && *faultCall == 'm' && isOfStore(__builtin_return_address(0)) && judge("memory") == FAIL) return NULL;
    return real(count, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
    static int (*real)(void **, size_t, size_t);
    if (!real) real = (int (*)(void **, size_t, size_t))dlsym(RTLD_NEXT, "posix_memalign");
    if (isReady && *faultCall == 'm' && isOfStore(__builtin_return_address(0)) && judge("memory") == FAIL) return ENOMEM;
    return real(result, alignment, size);
}

__attribute__((constructor)) static void begin(void) { prepare(); }
