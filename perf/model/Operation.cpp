#include <perf/model/Operation.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <utility>

namespace gantry::perf {

namespace {

// Of a name that ends with " [{FILE} {LINE,COLUMN}]": where that begins, and its parts.
struct Suffix {
    std::size_t begin;
    std::string_view file;
    std::string_view numbers;  // "LINE,COLUMN", or more behind it
};

std::optional<Suffix> suffixOf(std::string_view name) noexcept {
    constexpr std::string_view kBegin = " [{";
    constexpr std::string_view kMiddle = "} {";
    constexpr std::string_view kEnd = "}]";
    const std::size_t begin = name.rfind(kBegin);
    if (begin == std::string_view::npos || !name.ends_with(kEnd)) {
        return std::nullopt;
    }
    const std::string_view inside =
        name.substr(begin + kBegin.size(), name.size() - begin - kBegin.size() - kEnd.size());
    const std::size_t middle = inside.rfind(kMiddle);
    if (middle == 0 || middle == std::string_view::npos) {
        return std::nullopt;
    }
    return Suffix{begin, inside.substr(0, middle), inside.substr(middle + kMiddle.size())};
}

std::optional<std::uint32_t> numberIn(std::string_view& text) noexcept {
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc()) {
        return std::nullopt;
    }
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return number;
}

// By the begin of the name behind "MPI_": All stands for Allreduce, Allgather, Alltoall and their
// vector forms, Wait for Waitall and its like, and Send also for Sendrecv. The first match decides.
OperationKind ofMpi(std::string_view function) {
    std::string name(function);
    // MPI_Ibcast is a Bcast, MPI_Isend a Send.
    if (name.size() > 1 && name[0] == 'I' && std::islower(static_cast<unsigned char>(name[1]))) {
        name.erase(0, 1);
        name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
    }
    using Kind = OperationKind;
    static constexpr std::array<std::pair<std::string_view, Kind>, 20> kBegins{
        {{"Send", Kind::Send},
         {"Bsend", Kind::Send},
         {"Ssend", Kind::Send},
         {"Rsend", Kind::Send},
         {"Psend", Kind::Send},
         {"Recv", Kind::Receive},
         {"Mrecv", Kind::Receive},
         {"Precv", Kind::Receive},
         {"Wait", Kind::Receive},
         {"Test", Kind::Receive},
         {"Barrier", Kind::Collective},
         {"Bcast", Kind::Collective},
         {"All", Kind::Collective},
         {"Reduce", Kind::Collective},
         {"Gather", Kind::Collective},
         {"Scatter", Kind::Collective},
         {"Scan", Kind::Collective},
         {"Exscan", Kind::Collective},
         {"Neighbor_", Kind::Collective},
         {"File_", Kind::InputOutput}}};
    static constexpr std::array<std::pair<std::string_view, Kind>, 6> kWhole{
        {{"Put", Kind::Send},
         {"Rput", Kind::Send},
         {"Accumulate", Kind::Send},
         {"Raccumulate", Kind::Send},
         {"Get", Kind::Receive},
         {"Rget", Kind::Receive}}};
    for (const auto& [whole, kind] : kWhole) {
        if (name == whole) {
            return kind;
        }
    }
    const auto* const found = std::find_if(kBegins.begin(), kBegins.end(), [&](const auto& known) {
        return name.starts_with(known.first);
    });
    return found == kBegins.end() || name == "Alloc_mem" ? Kind::Function : found->second;
}

}  // namespace

std::string nameAt(std::string_view name, const SourceLocation& place) {
    std::string all(name);
    if (!place.file.empty()) {
        all += " [{" + place.file + "} {" + std::to_string(place.line) + ',' +
               std::to_string(place.column) + "}]";
    }
    return all;
}

std::optional<SourceLocation> sourceOf(std::string_view name) {
    const std::optional<Suffix> suffix = suffixOf(name);
    if (!suffix) {
        return std::nullopt;
    }
    std::string_view numbers = suffix->numbers;
    const std::optional<std::uint32_t> line = numberIn(numbers);
    // TAU writes "{12, 5}" and "{12}" as well.
    std::optional<std::uint32_t> column = 0;
    if (numbers.starts_with(',')) {
        numbers.remove_prefix(numbers.starts_with(", ") ? 2 : 1);
        column = numberIn(numbers);
    }
    const bool isEnd = numbers.empty() || numbers.starts_with("}-{");
    return line && column && isEnd
               ? std::optional(SourceLocation{std::string(suffix->file), *line, *column})
               : std::nullopt;
}

std::string_view withoutSource(std::string_view name) noexcept {
    const std::optional<Suffix> suffix = suffixOf(name);
    return suffix && sourceOf(name) ? name.substr(0, suffix->begin) : name;
}

OperationKind operationOf(const TimerInfo& timer) {
    constexpr std::string_view kMpi = "MPI_";
    const std::string_view name = withoutSource(timer.name);
    if (name.starts_with(kMpi)) {
        return ofMpi(name.substr(kMpi.size()));
    }
    if (timer.type == "I/O") {
        return OperationKind::InputOutput;
    }
    return timer.kind == TimerKind::Phase ? OperationKind::User : OperationKind::Function;
}

}  // namespace gantry::perf
