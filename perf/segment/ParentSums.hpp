#pragma once

#include <perf/model/Profile.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gantry::perf {

/// Sums of sums stay below it, so that nobody who adds values up has to look.
inline constexpr std::int64_t kMostSum = std::int64_t{1} << 61U;

/// Makes each node at least as long as the nodes directly below it: conversion, and a node left out
/// as damaged, could leave a child longer than its parent. False where one would have to be longer
/// than can be.
bool raiseParents(std::vector<CallPathNode>& nodes, std::size_t metrics);

}  // namespace gantry::perf
