// Another source has a function of this name that no check sees, so that both do not compile as one.
static long* local() {
    return 0;
}

long* fifth = local();
