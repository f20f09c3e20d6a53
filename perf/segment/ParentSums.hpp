#pragma once

#include <perf/model/Profile.hpp>

#include <cstddef>
#include <vector>

namespace gantry::perf {

/// Makes each node at least as long as the nodes directly below it: conversion, and a node left out
/// as damaged, could leave a child longer than its parent. False where one would have to be longer
/// than can be.
bool raiseParents(std::vector<CallPathNode>& nodes, std::size_t metrics);

}  // namespace gantry::perf
