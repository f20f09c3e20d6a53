#include <perf/segment/TraceOptions.hpp>

#include <array>
#include <charconv>
#include <stdexcept>
#include <string>
#include <utility>

namespace gantry::perf {

namespace {

// 262,144 records: at the 50 million a second of an empty loop, what comes in 5 ms. The drainer
// looks every 3.2 ms where little comes.
constexpr std::size_t kDrainedRing = std::size_t{4} << 20U;

[[noreturn]] void refuse(std::string_view text) {
    throw std::invalid_argument(
        "a trace is latest, drain or full, optionally followed by :SIZE, the size of a thread's "
        "ring from 1 KiB to 4 GiB, such as latest:4MiB; not '" +
        std::string(text) + "'");
}

// The power of two that a unit stands for.
unsigned shiftOf(std::string_view unit, std::string_view text) {
    constexpr std::array<std::pair<std::string_view, unsigned>, 8> kUnits{{{"", 0U},
                                                                           {"B", 0U},
                                                                           {"K", 10U},
                                                                           {"KiB", 10U},
                                                                           {"M", 20U},
                                                                           {"MiB", 20U},
                                                                           {"G", 30U},
                                                                           {"GiB", 30U}}};
    for (const auto& [name, shift] : kUnits) {
        if (unit == name) {
            return shift;
        }
    }
    refuse(text);
}

}  // namespace

TraceOptions parseTraceOptions(std::string_view text) {
    TraceOptions options;
    if (text.empty()) {
        return options;
    }
    const std::size_t colon = text.find(':');
    const std::string_view mode = text.substr(0, colon);
    if (mode != "latest" && mode != "drain" && mode != "full") {
        refuse(text);
    }
    options.mode = mode == "latest" ? TraceMode::Latest : TraceMode::Drain;
    options.waits = mode == "full";
    if (options.mode == TraceMode::Drain) {
        options.ringBytes = kDrainedRing;
    }
    if (colon != std::string_view::npos) {
        const std::string_view size = text.substr(colon + 1);
        std::size_t number = 0;
        const auto [end, error] = std::from_chars(size.data(), size.data() + size.size(), number);
        if (error != std::errc() || number > kLargestRing) {
            refuse(text);
        }
        const auto digits = static_cast<std::size_t>(end - size.data());
        options.ringBytes = number << shiftOf(size.substr(digits), text);
        if (options.ringBytes < kLeastRing || options.ringBytes > kLargestRing) {
            refuse(text);
        }
    }
    return options;
}

}  // namespace gantry::perf
