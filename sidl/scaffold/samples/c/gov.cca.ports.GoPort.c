#include <stdio.h>

/* What `go` in a script starts; another result than 0 is an error. */
static int32_t GoPort_go(void* self, sidl_BaseException** error) {
    (void)self;
    (void)error;
    printf("@CLASS@ runs\n");
    fflush(stdout);
    return 0;
}

static const struct gov_cca_ports_GoPort__methods kGoPortMethods = {
    .go = GoPort_go,
};

static gov_cca_ports_GoPort* new_GoPort(gantry_Component* component) {
    return gov_cca_ports_GoPort__create(&kGoPortMethods, component, NULL);
}
