TEST_SUITE("capi.Preload") {
    TEST_CASE("right") {}
}
TEST_SUITE("Other") {
    TEST_CASE("wrong") {}
}
