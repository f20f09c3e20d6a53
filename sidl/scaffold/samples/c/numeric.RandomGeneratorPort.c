#include <c/numeric.h>

#include <pthread.h>
#include <stdlib.h>

/* Uniform in [0, 1), by the C library's generator of 48 bits; to be replaced by yours. */
struct random_state {
    pthread_mutex_t mutex;
    unsigned short bits[3];
    gantry_Timer* timer;
};

static double RandomGeneratorPort_getRandomNumber(void* self, sidl_BaseException** error) {
    struct random_state* const state = self;
    void* const running = gantry_Timer_start(state->timer);
    (void)error;
    pthread_mutex_lock(&state->mutex);
    const double number = erand48(state->bits);
    pthread_mutex_unlock(&state->mutex);
    gantry_Timer_stop(running);
    return number;
}

static void RandomGeneratorPort_setSeed(void* self, int64_t seed, sidl_BaseException** error) {
    struct random_state* const state = self;
    (void)error;
    pthread_mutex_lock(&state->mutex);
    for (int i = 0; i < 3; ++i) {
        state->bits[i] = (unsigned short)((uint64_t)seed >> (16 * i));
    }
    pthread_mutex_unlock(&state->mutex);
}

static const struct numeric_RandomGeneratorPort__methods kRandomGeneratorPortMethods = {
    .getRandomNumber = RandomGeneratorPort_getRandomNumber,
    .setSeed = RandomGeneratorPort_setSeed,
};

static void free_random_state(void* self) {
    pthread_mutex_destroy(&((struct random_state*)self)->mutex);
    free(self);
}

static numeric_RandomGeneratorPort* new_RandomGeneratorPort(gantry_Component* component) {
    struct random_state* const state = calloc(1, sizeof *state);
    if (state == NULL) {
        return NULL;
    }
    pthread_mutex_init(&state->mutex, NULL);
    state->timer = gantry_Component_timer(component, "getRandomNumber");
    return numeric_RandomGeneratorPort__create(&kRandomGeneratorPortMethods, state,
                                               free_random_state);
}
