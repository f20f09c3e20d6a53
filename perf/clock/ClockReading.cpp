#include <perf/clock/ClockReading.hpp>

#include <array>
#include <charconv>

namespace gantry::perf {

std::string clockFactKey(std::int64_t rank, std::size_t number) {
    return kClockFact + std::to_string(rank) + '.' + std::to_string(number);
}

std::string clockFact(const ClockReading& reading) {
    return std::to_string(reading.local) + ' ' + std::to_string(reading.reference) + ' ' +
           std::to_string(reading.boundNs);
}

std::optional<ClockReading> clockReading(std::string_view fact) {
    std::array<std::uint64_t, 3> numbers{};
    const char* at = fact.data();
    const char* const end = at + fact.size();
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (i > 0 && (at == end || *at++ != ' ')) {
            return std::nullopt;
        }
        const auto [next, error] = std::from_chars(at, end, numbers[i]);
        if (error != std::errc()) {
            return std::nullopt;
        }
        at = next;
    }
    return at == end ? std::optional(ClockReading{numbers[0], numbers[1], numbers[2]})
                     : std::nullopt;
}

}  // namespace gantry::perf
