TEST_CASE_FIXTURE(Fixture, "alone") {}
