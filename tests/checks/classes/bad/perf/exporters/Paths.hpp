#pragma once

// class Writer {
namespace gantry {
namespace perf {

class [[gnu::visibility("default")]] Paths final : public Base {
    struct Path {};
};

class Writer;

class Writer::Block final {};

namespace other {
struct Writer {};
}  // namespace other

}  // namespace perf
}  // namespace gantry
