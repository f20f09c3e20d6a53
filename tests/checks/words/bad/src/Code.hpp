#pragma once
class Wish;
class Wishing;
/// A comment that is
/// no exception, and can
/// not be one.
const char* kText =
    "It can "
    "not be split either.";
