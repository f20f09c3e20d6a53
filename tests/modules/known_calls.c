// A program of known calls: the word says which. Its status is 0 where all went as it must.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

static char data[65536];
static int output = -1;

static void must(int fine, const char* what) {
    if (!fine) {
        perror(what);
        exit(9);
    }
}

static int made(const char* name) {
    const int file = open(name, O_RDWR | O_CREAT | O_TRUNC, 0644);
    must(file >= 0, name);
    return file;
}

__attribute__((constructor)) static void early(void) {
    if (getenv("KNOWN_CALLS_EARLY") != NULL) {
        const int file = made("early");
        must(write(file, data, 10) == 10, "write");
        close(file);
    }
}

static void files(void) {
    const int file = made("a");
    struct iovec parts[2] = {{data, 100}, {data, 200}};
    struct stat found;
    for (int i = 0; i < 10; ++i) {
        must(write(file, data, 4096) == 4096, "write");
    }
    must(lseek(file, 0, SEEK_SET) == 0, "lseek");
    for (int i = 0; i < 5; ++i) {
        must(read(file, data, 1000) == 1000, "read");
    }
    must(pread(file, data, 1, 30000) == 1, "pread");
    must(pread(file, data, 1, 20000) == 1, "pread");
    must(pwrite(file, data, 50, 40960) == 50, "pwrite");
    must(writev(file, parts, 2) == 300, "writev");
    must(preadv2(file, parts, 2, 0, 0) == 300, "preadv2");
    must(fsync(file) == 0 && fdatasync(file) == 0, "fsync");
    must(fstat(file, &found) == 0 && stat("a", &found) == 0, "stat");
    void* const memory = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, file, 0);
    must(memory != MAP_FAILED && munmap(memory, 4096) == 0, "mmap");
    must(ftruncate(file, 30000) == 0, "ftruncate");
    const int other = made("./b");
    off_t offset = 0;
    must(sendfile(other, file, &offset, 10000) == 10000, "sendfile");
    const int twin = dup(other);
    must(twin >= 0 && write(twin, data, 7) == 7, "dup");
    const int third = fcntl(other, F_DUPFD, 50);
    must(third >= 50 && write(third, data, 8) == 8, "fcntl");
    must(close(twin) == 0 && close(third) == 0 && close(other) == 0 && close(file) == 0, "close");
    must(rename("b", "c") == 0 && unlink("c") == 0, "rename");
    must(open("absent", O_RDONLY) < 0 && errno == ENOENT, "absent");
    const int appended = open("a", O_WRONLY | O_APPEND);
    must(write(appended, data, 3) == 3 && close(appended) == 0, "append");
}

static void forked(void) {
    const int file = made("a");
    must(write(file, data, 10) == 10, "write");
    const pid_t child = fork();
    if (child == 0) {
        must(write(file, data, 20) == 20, "write");
        _exit(0);
    }
    int status = 0;
    must(waitpid(child, &status, 0) == child && status == 0, "fork");
    must(write(file, data, 30) == 30, "write");
}

static void vforked(void) {
    const int file = made("a");
    const pid_t child = vfork();
    if (child == 0) {
        close(file);
        open("/dev/null", O_RDONLY);
        execl("/bin/true", "true", (char*)NULL);
        _exit(1);
    }
    int status = 0;
    must(waitpid(child, &status, 0) == child && status == 0, "vfork");
    must(write(file, data, 30) == 30, "write");
}

// The first call in the forked child is one of its own child, which uses its memory.
static void forkedAndVforked(void) {
    const int file = made("a");
    must(write(file, data, 10) == 10, "write");
    const pid_t child = fork();
    if (child == 0) {
        const pid_t grandchild = vfork();
        if (grandchild == 0) {
            _exit(write(file, data, 5) != 5);
        }
        int status = 0;
        must(waitpid(grandchild, &status, 0) == grandchild && status == 0, "vfork");
        must(write(file, data, 20) == 20, "write");
        _exit(0);
    }
    int status = 0;
    must(waitpid(child, &status, 0) == child && status == 0, "fork");
}

static void interrupted(int number) {
    (void)number;
    const int error = errno;
    must(write(output, data, 5) == 5, "write");
    errno = error;
}

static void handlers(void) {
    output = made("a");
    must(signal(SIGUSR1, interrupted) != SIG_ERR, "signal");
    for (int i = 0; i < 100; ++i) {
        raise(SIGUSR1);
    }
}

static void* writing(void* name) {
    const int file = name != NULL ? made(name) : output;
    for (int i = 0; i < 1000; ++i) {
        must(write(file, data, 2) == 2, "write");
    }
    return NULL;
}

static void threads(void) {
    pthread_t all[4];
    output = made("a");
    for (int i = 0; i < 4; ++i) {
        must(pthread_create(&all[i], NULL, writing, i < 3 ? NULL : "b") == 0, "thread");
    }
    for (int i = 0; i < 4; ++i) {
        pthread_join(all[i], NULL);
    }
}

static void many(void) {
    char name[32];
    for (int i = 0; i < 100; ++i) {
        snprintf(name, sizeof name, "many-%d", i);
        const int file = made(name);
        must(write(file, data, 1) == 1 && close(file) == 0 && unlink(name) == 0, name);
    }
}

static void bare(void) {
    for (int i = 0; i < 1024; ++i) {
        close(i);
    }
    const int file = made("a");
    must(file == 0 && write(file, data, 6) == 6, "write");
    must(close(file) == 0, "close");
    must(read(5, data, 1) == -1 && errno == EBADF, "read");
    must(open("/etc/passwd", O_RDONLY) == 0 && read(0, data, 1) == 1, "passwd");
}

static void inherited(void) {
    must(read(STDIN_FILENO, data, 4) == 4, "stdin");
    must(write(STDOUT_FILENO, data, 4) == 4, "stdout");
    int ends[2];
    must(pipe(ends) == 0 && write(ends[1], data, 3) == 3 && read(ends[0], data, 3) == 3, "pipe");
}

static void odd(void) {
    const int file = made("\xff\n\t;'\"");
    must(write(file, data, 9) == 9, "write");
}

static void folders(void) {
    must(mkdir("d", 0755) == 0 && close(made("x")) == 0 && chdir("d") == 0, "chdir");
    const int file = made("x");
    must(write(file, data, 3) == 3 && close(file) == 0, "write");
    const pid_t child = vfork();
    if (child == 0) {
        _exit(chdir("/"));
    }
    int status = 0;
    must(waitpid(child, &status, 0) == child && status == 0, "vfork");
    must(close(open("x", O_RDONLY)) == 0 && chdir("..") == 0, "x");
    must(write(open("x", O_WRONLY), data, 4) == 4, "x");
}

static void streams(void) {
    char line[64];
    FILE* const stream = fopen("a", "w+");
    must(stream != NULL, "fopen");
    for (int i = 0; i < 100; ++i) {
        must(fprintf(stream, "%03d\n", i) == 4, "fprintf");
    }
    must(fputs("text\n", stream) >= 0 && fwrite(data, 10, 5, stream) == 5, "fputs");
    must(fputc('x', stream) == 'x' && fflush(stream) == 0, "fputc");
    rewind(stream);
    must(fgets(line, sizeof line, stream) != NULL && strcmp(line, "000\n") == 0, "fgets");
    must(fread(line, 1, 8, stream) == 8 && fgetc(stream) == '0', "fread");
    must(fseek(stream, 400, SEEK_SET) == 0 && fread(line, 1, 5, stream) == 5, "fseek");
    must(memcmp(line, "text\n", 5) == 0 && fclose(stream) == 0, "fclose");
    must(fopen("absent", "r") == NULL && errno == ENOENT, "absent");
    printf("%s", "hello\n");
    puts("you");
}

static void killed(void) {
    const int file = made("a");
    must(write(file, data, 11) == 11, "write");
    raise(SIGKILL);
}

int main(int count, char** words) {
    const struct {
        const char* name;
        void (*work)(void);
    } cases[] = {{"files", files},       {"fork", forked},     {"vfork", vforked},
                 {"handlers", handlers}, {"threads", threads}, {"many", many},
                 {"bare", bare},         {"odd", odd},         {"killed", killed},
                 {"inherited", inherited}, {"fork_vfork", forkedAndVforked}, {"folders", folders}, {"streams", streams}};
    for (size_t i = 0; count > 1 && i < sizeof cases / sizeof cases[0]; ++i) {
        if (strcmp(cases[i].name, words[1]) == 0) {
            cases[i].work();
            return 0;
        }
    }
    return 2;
}
