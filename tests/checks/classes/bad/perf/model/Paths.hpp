#pragma once

namespace gantry::perf {

struct Paths {
    struct Path {};
};

class Writer final {
public:
    class Block;
};

}  // namespace gantry::perf
