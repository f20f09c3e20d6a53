
TEST_SUITE("perf/segment") {
    TEST_CASE("moved") {}
}
