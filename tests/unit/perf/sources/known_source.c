// A program whose debugging information names this file.
int main(void) {
    return 0;
}
