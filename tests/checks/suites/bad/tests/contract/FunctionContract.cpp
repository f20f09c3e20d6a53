TEST_SUITE("contract.numeric.FunctionPort") {
    TEST_CASE("right") {}
}
