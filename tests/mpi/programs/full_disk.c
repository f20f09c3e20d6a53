/* Stands before the functions that write files, and lets the disk of one rank be full: what the rank
 * that GANTRY_TEST_FULL names writes below the folder GANTRY_TEST_DISK, beyond its first 8 KiB, fails
 * as it does there. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static int is_rank(void) {
    const char* const full = getenv("GANTRY_TEST_FULL");
    const char* const rank = getenv("OMPI_COMM_WORLD_RANK");
    return full != NULL && rank != NULL && strcmp(full, rank) == 0;
}

static int is_on_disk(int file) {
    char link[64];
    char path[PATH_MAX];
    const char* const disk = getenv("GANTRY_TEST_DISK");
    (void)snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    const ssize_t length = readlink(link, path, sizeof path);
    return disk != NULL && length > 0 && strlen(disk) < (size_t)length &&
           strncmp(path, disk, strlen(disk)) == 0;
}

static int is_full(int file, off_t end) {
    enum { kRoom = 8192 };
    if (end <= kRoom || !is_rank() || !is_on_disk(file)) {
        return 0;
    }
    errno = ENOSPC;
    return 1;
}

#define BEHIND(name, type) \
    type behind = NULL;    \
    *(void**)&behind = dlsym(RTLD_NEXT, #name)

ssize_t write(int file, const void* data, size_t size) {
    typedef ssize_t (*Write)(int, const void*, size_t);
    BEHIND(write, Write);
    const off_t at = is_rank() ? lseek(file, 0, SEEK_CUR) : 0;
    return is_full(file, at + (off_t)size) ? -1 : behind(file, data, size);
}

ssize_t writev(int file, const struct iovec* parts, int count) {
    typedef ssize_t (*Write)(int, const struct iovec*, int);
    BEHIND(writev, Write);
    const off_t at = is_rank() ? lseek(file, 0, SEEK_CUR) : 0;
    off_t size = 0;
    for (int part = 0; part < count; ++part) {
        size += (off_t)parts[part].iov_len;
    }
    return is_full(file, at + size) ? -1 : behind(file, parts, count);
}

ssize_t pwrite(int file, const void* data, size_t size, off_t at) {
    typedef ssize_t (*Write)(int, const void*, size_t, off_t);
    BEHIND(pwrite, Write);
    return is_full(file, at + (off_t)size) ? -1 : behind(file, data, size, at);
}

ssize_t pwrite64(int file, const void* data, size_t size, off64_t at) {
    typedef ssize_t (*Write)(int, const void*, size_t, off64_t);
    BEHIND(pwrite64, Write);
    return is_full(file, (off_t)(at + (off64_t)size)) ? -1 : behind(file, data, size, at);
}

int posix_fallocate(int file, off_t at, off_t size) {
    typedef int (*Allocate)(int, off_t, off_t);
    BEHIND(posix_fallocate, Allocate);
    return is_full(file, at + size) ? ENOSPC : behind(file, at, size);
}

int posix_fallocate64(int file, off64_t at, off64_t size) {
    typedef int (*Allocate)(int, off64_t, off64_t);
    BEHIND(posix_fallocate64, Allocate);
    return is_full(file, (off_t)(at + size)) ? ENOSPC : behind(file, at, size);
}
