/* Every further function of a PerfStubs tool, as the client library finds them. Ends with status 0
 * if all are there and do what they should to their arguments. */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static int missing;

static void* tool(const char* name) {
    char symbol[64];
    snprintf(symbol, sizeof symbol, "ps_tool_%s", name);
    void* const found = dlsym(RTLD_DEFAULT, symbol);
    if (found == NULL) {
        printf("%s is missing\n", symbol);
        ++missing;
    }
    return found;
}

typedef void (*plain)(void);
typedef void (*of_text)(const char*);
typedef void (*of_phase)(const char*, int);

static void ask(const char* what) {
    char get[32];
    char release[32];
    unsigned char data[128];
    snprintf(get, sizeof get, "get_%s", what);
    snprintf(release, sizeof release, "free_%s", what);
    memset(data, 0xff, sizeof data);
    void (*const of_data)(void*) = (void (*)(void*))tool(get);
    void (*const free_data)(void*) = (void (*)(void*))tool(release);
    if (of_data != NULL && free_data != NULL) {
        of_data(data);
        missing += data[0] != 0;
        free_data(data);
    }
}

int main(void) {
    const plain initialize = (plain)tool("initialize");
    const plain finalize = (plain)tool("finalize");
    const plain pause = (plain)tool("pause_measurement");
    const plain resume = (plain)tool("resume_measurement");
    const plain register_thread = (plain)tool("register_thread");
    const plain dump = (plain)tool("dump_data");
    const plain stop_current = (plain)tool("stop_current");
    const of_text start_string = (of_text)tool("start_string");
    const of_text stop_string = (of_text)tool("stop_string");
    const of_phase phase_start = (of_phase)tool("dynamic_phase_start");
    const of_phase phase_stop = (of_phase)tool("dynamic_phase_stop");
    void (*const set_parameter)(const char*, int64_t) =
        (void (*)(const char*, int64_t))tool("set_parameter");
    void* (*const create_counter)(const char*) = (void* (*)(const char*))tool("create_counter");
    void (*const sample_counter)(const void*, double) =
        (void (*)(const void*, double))tool("sample_counter");
    void (*const set_metadata)(const char*, const char*) =
        (void (*)(const char*, const char*))tool("set_metadata");
    ask("timer_data");
    ask("counter_data");
    ask("metadata");
    if (missing > 0) {
        return 1;
    }
    initialize();
    register_thread();
    set_metadata("grid", "17 x 4");
    for (int i = 0; i < 3; ++i) {
        phase_start("step", i);
        start_string("first");
        set_parameter("rows", 10 * i);
        stop_string("first");
        start_string("second");
        stop_current();
        phase_stop("step", i);
    }
    pause();
    start_string("first");
    start_string("paused");
    stop_string("paused");
    resume();
    start_string("third");
    stop_string("third");
    stop_string("first");
    for (int i = 1; i <= 4; ++i) {
        sample_counter(create_counter("level"), i);
    }
    sample_counter(NULL, 1.0);
    dump();
    finalize();
    return 0;
}
