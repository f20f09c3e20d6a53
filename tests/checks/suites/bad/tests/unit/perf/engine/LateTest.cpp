TEST_CASE("before") {}
TEST_SUITE_BEGIN("perf.engine.Late");
TEST_CASE("after") {}
