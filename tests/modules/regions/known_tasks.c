/* What else ITT announces.
 *   known_tasks all      tasks of two domains inside each other, a task of a function, events,
 * counters, a pause known_tasks wrong    a static part of a version that no collector knows:
 * nothing may be changed */
#include <stdio.h>
#include <string.h>

#include "itt_client.h"

static itt_domain first = {1, "first", NULL, 0, NULL, NULL};
static itt_domain second = {1, "second", NULL, 0, NULL, NULL};
static const itt_id none;

static void task(itt_domain* domain, const char* name) {
    itt_string string = {name, NULL, 0, NULL, NULL};
    itt.task_begin(domain, none, none, &string);
}

__attribute__((noinline)) void a_function(void) {
    itt.task_begin_fn(&first, none, none, (void*)&a_function);
    itt.task_end(&first);
}

static int has_own_names(void) {
    return itt.domain_create("d") == itt.domain_create("d") &&
           itt.domain_create("d") != itt.domain_create("e") && itt.domain_create("d")->flags == 1 &&
           strcmp(itt.domain_create("d")->name, "d") == 0 &&
           itt.string_handle_create("s") == itt.string_handle_create("s") &&
           strcmp(itt.string_handle_create("s")->text, "s") == 0 &&
           itt.domain_create(NULL) == NULL && itt.string_handle_create(NULL) == NULL;
}

static void all(void) {
    itt.thread_set_name("of ITT");
    task(&first, "step");
    task(&second, "part");
    itt.task_end(&second);
    itt.task_end(&first);
    a_function();
    const int event = itt.event_create("event", 5);
    itt.event_start(event);
    itt.event_end(event);
    itt.event_start(0);
    void* const counter = itt.counter_create("rows", "first");
    itt.counter_inc_delta(counter, 3);
    itt.counter_inc_delta(counter, 4);
    itt.counter_inc_delta(NULL, 4);
    itt.pause();
    task(&first, "paused");
    itt.resume();
    task(&first, "after");
    itt.task_end(&first);
    itt.task_end(&first);
    itt.task_end(NULL);
    itt.task_begin(NULL, none, none, NULL);
}

int main(int count, char** words) {
    const int wrong = count > 1 && strcmp(words[1], "wrong") == 0;
    itt_start(wrong);
    if (wrong) {
        printf("%d\n", itt.task_begin != NULL);
        return 0;
    }
    if (itt.task_begin == NULL || itt.marker != NULL) {
        return 1;
    }
    all();
    return has_own_names() ? 0 : 2;
}
