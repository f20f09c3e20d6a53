/* What gantry_measure.f90 calls: the functions of gantry.h, which are no symbols by themselves. */
#include <gantry.h>

void gantry_fortran_timer(const char* name, const char* type, const char* group,
                          gantry_timer_t* made);
void gantry_fortran_start(const gantry_timer_t* timer);
void gantry_fortran_stop(const gantry_timer_t* timer);
void gantry_fortran_parameter(const gantry_timer_t* timer, const char* name, int64_t value);
int gantry_fortran_values(const gantry_timer_t* timer, gantry_values_t* values);
void gantry_fortran_event(const char* name, int per_call_path, gantry_event_t* made);
void gantry_fortran_trigger(const gantry_event_t* event, double value);
int gantry_fortran_enable_group(const char* name, int enabled);
int gantry_fortran_enable_groups(const char* pattern, int enabled);
int gantry_fortran_fact(const char* key, const char* value);
int gantry_fortran_name_thread(const char* name);
int gantry_fortran_measuring(void);

void gantry_fortran_timer(const char* name, const char* type, const char* group,
                          gantry_timer_t* made) {
    *made = gantry_timer(name, type, group);
}

void gantry_fortran_start(const gantry_timer_t* timer) {
    gantry_start(*timer);
}

void gantry_fortran_stop(const gantry_timer_t* timer) {
    gantry_stop(*timer);
}

void gantry_fortran_parameter(const gantry_timer_t* timer, const char* name, int64_t value) {
    gantry_parameter(*timer, name, value);
}

int gantry_fortran_values(const gantry_timer_t* timer, gantry_values_t* values) {
    return gantry_values(*timer, values);
}

void gantry_fortran_event(const char* name, int per_call_path, gantry_event_t* made) {
    *made = per_call_path ? gantry_context_event(name) : gantry_event(name);
}

void gantry_fortran_trigger(const gantry_event_t* event, double value) {
    gantry_trigger(*event, value);
}

int gantry_fortran_enable_group(const char* name, int enabled) {
    return gantry_enable_group(name, enabled);
}

int gantry_fortran_enable_groups(const char* pattern, int enabled) {
    return gantry_enable_groups(pattern, enabled, NULL, NULL);
}

int gantry_fortran_fact(const char* key, const char* value) {
    return gantry_fact(key, value);
}

int gantry_fortran_name_thread(const char* name) {
    return gantry_name_thread(name);
}

int gantry_fortran_measuring(void) {
    return gantry_measuring();
}
