TEST_SUITE("perf.engine.Right") {
    TEST_CASE("a case") {}
}
