/* A program that knows nothing of Gantry. */
#include <stdlib.h>

int main(int count, char** words) {
    return count > 1 ? atoi(words[1]) : 0;
}
