/* Prints by which variables a newer Kokkos would find a tool. */
void show_variables(void);

int main(void) {
    show_variables();
    return 0;
}
