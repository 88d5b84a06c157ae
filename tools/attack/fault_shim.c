/* Make the disk fail for the files of the database: preloaded into the server, told what to do by a mapped file.

   The file FAULT_CONTROL holds four ints: the mode, its parameter, how many calls were hit, and a countdown of calls
   before a write is torn. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum mode { NONE, FULL, READ_ONLY, SLOW, TORN, SYNC_FAILS };

static volatile int *control;

__attribute__((constructor)) static void map_control(void)
{
    const char *path = getenv("FAULT_CONTROL");
    int file = path ? open(path, O_RDWR) : -1;
    if (file < 0)
        return;
    void *map = mmap(NULL, 4 * sizeof(int), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (map != MAP_FAILED)
        control = map;
}

static int mode_for(int file)
{
    char link[64], path[4096];
    if (!control || control[0] == NONE)
        return NONE;
    int length = 0, rest = file;
    char digits[16];
    do
        digits[length++] = (char)('0' + rest % 10);
    while (rest /= 10);
    strcpy(link, "/proc/self/fd/");
    size_t end = strlen(link);
    while (length)
        link[end++] = digits[--length];
    link[end] = 0;
    ssize_t size = readlink(link, path, sizeof path - 1);
    if (size < 0)
        return NONE;
    path[size] = 0;
    return strstr(path, "games.sqlite3") && !strstr(path, "-shm") ? control[0] : NONE;
}

static void hit(void)
{
    __sync_fetch_and_add(&control[2], 1);
}

/* What becomes of a write: 0: it goes on; -1: it fails with errno. */
static int refuse(int mode)
{
    if (mode != FULL && mode != READ_ONLY)
        return 0;
    hit();
    errno = mode == FULL ? ENOSPC : EROFS;
    return -1;
}

ssize_t pwrite64(int file, const void *data, size_t size, off64_t offset)
{
    static ssize_t (*next)(int, const void *, size_t, off64_t);
    if (!next)
        *(void **)&next = dlsym(RTLD_NEXT, "pwrite64");
    int mode = mode_for(file);
    if (refuse(mode))
        return -1;
    if (mode == TORN && __sync_sub_and_fetch(&control[3], 1) <= 0) {
        hit();
        next(file, data, size / 2, offset);
        kill(getpid(), SIGKILL);
        pause();
    }
    return next(file, data, size, offset);
}

ssize_t pwrite(int file, const void *data, size_t size, off_t offset)
{
    return pwrite64(file, data, size, offset);
}

ssize_t write(int file, const void *data, size_t size)
{
    static ssize_t (*next)(int, const void *, size_t);
    if (!next)
        *(void **)&next = dlsym(RTLD_NEXT, "write");
    if (control && control[0] != NONE && refuse(mode_for(file)))
        return -1;
    return next(file, data, size);
}

static int sync_with(int file, int (*next)(int))
{
    int mode = mode_for(file);
    if (mode == SLOW) {
        hit();
        usleep((useconds_t)control[1] * 1000);
    }
    if (mode == SYNC_FAILS) {
        hit();
        errno = EIO;
        return -1;
    }
    return next(file);
}

int fsync(int file)
{
    static int (*next)(int);
    if (!next)
        *(void **)&next = dlsym(RTLD_NEXT, "fsync");
    return sync_with(file, next);
}

int fdatasync(int file)
{
    static int (*next)(int);
    if (!next)
        *(void **)&next = dlsym(RTLD_NEXT, "fdatasync");
    return sync_with(file, next);
}
