// Starts programs in every way that the C library has, each without the environment that it has
// itself. Its status is 0 where all of them ran.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static char* const empty[] = {NULL};
extern char** environ;

static void must(int fine, const char* what) {
    if (!fine) {
        perror(what);
        exit(9);
    }
}

// A program of its own name for each way.
static char* program(const char* way) {
    static char name[64];
    snprintf(name, sizeof name, "./by-%s", way);
    must(symlink("/bin/true", name) == 0, name);
    return name;
}

static void ended(pid_t child, const char* way) {
    int status = 0;
    must(waitpid(child, &status, 0) == child && status == 0, way);
}

static void replaceOneself(const char* way) {
    char* const name = program(way);
    char* const words[] = {name, (char*)"word", NULL};
    if (strcmp(way, "execve") == 0) {
        execve(name, words, empty);
    } else if (strcmp(way, "execvpe") == 0) {
        execvpe(name, words, empty);
    } else if (strcmp(way, "execle") == 0) {
        execle(name, name, "word", (char*)NULL, empty);
    } else if (strcmp(way, "fexecve") == 0) {
        fexecve(open(name, O_RDONLY | O_CLOEXEC), words, empty);
    } else if (strcmp(way, "execveat") == 0) {
        execveat(AT_FDCWD, name, words, empty, 0);
    }
    // The others hand on what the process has.
    unsetenv("LD_PRELOAD");
    if (strcmp(way, "execv") == 0) {
        execv(name, words);
    } else if (strcmp(way, "execvp") == 0) {
        execvp(name, words);
    } else if (strcmp(way, "execl") == 0) {
        execl(name, name, "word", (char*)NULL);
    } else if (strcmp(way, "execlp") == 0) {
        execlp(name, name, (char*)NULL);
    }
    _exit(9);
}

static void callShell(void) {
    const pid_t child = fork();
    if (child == 0) {
        unsetenv("GANTRY_MEASURE");
        FILE* const stream = popen("/bin/true", "r");
        _exit(system("/bin/true") != 0 || stream == NULL || pclose(stream) != 0);
    }
    ended(child, "system and popen");
}

static void spawn(void) {
    pid_t child = 0;
    char* name = program("posix_spawn");
    char* words[] = {name, NULL};
    must(posix_spawn(&child, name, NULL, NULL, words, empty) == 0, name);
    ended(child, name);
    name = program("posix_spawnp");
    must(posix_spawnp(&child, name, NULL, NULL, words, empty) == 0, name);
    ended(child, name);
    // What cannot be started is not missing.
    must(posix_spawn(&child, "./absent", NULL, NULL, words, empty) == ENOENT, "absent");
    must(execve("./absent", words, empty) == -1 && errno == ENOENT, "absent");
    // As it is, and with one more library.
    name = program("measured");
    must(posix_spawn(&child, name, NULL, NULL, words, environ) == 0, name);
    ended(child, name);
}

static void replaceInVfork(void) {
    char* const name = program("vfork");
    char* const words[] = {name, NULL};
    const pid_t child = vfork();
    if (child == 0) {
        execve(name, words, empty);
        _exit(9);
    }
    must(child > 0, "vfork");
    ended(child, "vfork");
}

int main(void) {
    static const char* const ways[] = {"execve", "execv",  "execvp",  "execvpe", "execl",
                                       "execlp", "execle", "fexecve", "execveat"};
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; ++i) {
        const pid_t child = fork();
        if (child == 0) {
            replaceOneself(ways[i]);
        }
        ended(child, ways[i]);
    }
    callShell();
    spawn();
    replaceInVfork();
    return 0;
}
