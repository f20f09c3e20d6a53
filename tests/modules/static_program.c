// Linked statically: nothing can be loaded into it.
int main(void) {
    return 5;
}
