#include <perf/segment/AtomicWord.hpp>
#include <perf/segment/Checksum.hpp>
#include <perf/segment/ModuleRegion.hpp>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstring>
#include <optional>

namespace gantry::perf {

namespace {

constexpr std::uint64_t kRegionAlign = 64;
constexpr std::uint32_t kMostFields = 1024;

std::uint64_t aligned(std::uint64_t bytes) noexcept {
    return (bytes + kRegionAlign - 1) / kRegionAlign * kRegionAlign;
}

// One line for the module: name and setting; one for each field: name, unit, reduction. Parts are
// separated by tabs.
std::string textOf(const ModuleDescription& description) {
    std::string text = description.name + '\t' + description.setting + '\n';
    for (const ModuleField& field : description.fields) {
        text += field.name + '\t' + field.unit + '\t' + std::string(nameOf(field.reduction)) + '\n';
    }
    return text;
}

std::vector<std::string> partsOf(std::string_view text, char separator) {
    std::vector<std::string> parts;
    while (true) {
        const std::size_t end = text.find(separator);
        parts.emplace_back(text.substr(0, end));
        if (end == std::string_view::npos) {
            return parts;
        }
        text.remove_prefix(end + 1);
    }
}

std::uint32_t checksumOf(ModuleRegionHeader header, const void* text) noexcept {
    header.checksum = checksum(text, header.textBytes);
    return checksum(&header, offsetof(ModuleRegionHeader, use));
}

// Reads one region; nothing in it is trusted.
class RegionReader final {
public:
    RegionReader(SegmentBytes segment, std::string_view place) {
        std::uint64_t number = 0;
        const auto [end, error] =
            std::from_chars(place.data(), place.data() + place.size(), number);
        if (error != std::errc() || number > segment.size() / kPlaceUnit) {
            return;
        }
        region_ = segment.subspan(number * kPlaceUnit);
        if (region_.size() < sizeof header_) {
            return;
        }
        std::memcpy(&header_, region_.data(), sizeof header_);
        isSound_ = isSound();
    }

    [[nodiscard]] bool canBeRead() const noexcept { return isSound_; }

    // False for a description that is not one.
    bool describe(ModuleRecords& module, std::string& setting) const {
        const std::string_view text(reinterpret_cast<const char*>(region_.data()) + sizeof header_,
                                    header_.textBytes);
        std::vector<std::string> lines = partsOf(text, '\n');
        if (lines.size() != header_.fields + 2) {
            return false;
        }
        const std::vector<std::string> first = partsOf(lines.front(), '\t');
        setting = first.size() > 1 ? first[1] : "";
        for (std::size_t i = 1; i + 1 < lines.size(); ++i) {
            const std::vector<std::string> parts = partsOf(lines[i], '\t');
            const auto reduction = parts.size() == 3 ? reductionNamed(parts[2]) : std::nullopt;
            if (!reduction) {
                return false;
            }
            module.fields.push_back({parts[0], parts[1], *reduction});
        }
        module.version = header_.moduleVersion;
        return true;
    }

    [[nodiscard]] std::uint64_t leftOut() const noexcept { return loadRelaxed(use().leftOut); }

    void read(ModuleRecords& module, std::uint64_t startNs, std::uint64_t& damaged) const {
        const std::uint32_t count = std::min(loadAcquire(use().records), header_.recordCapacity);
        for (std::uint32_t i = 0; i < count; ++i) {
            const std::byte* const at =
                region_.data() + header_.recordsAt + std::size_t{i} * header_.recordBytes;
            const auto& head = *reinterpret_cast<const ModuleRecordHead*>(at);
            const std::uint32_t length = loadAcquire(head.nameLength);
            if (length == 0) {
                continue;
            }
            if (head.name > header_.nameCapacity || length - 1 > header_.nameCapacity - head.name) {
                ++damaged;
                continue;
            }
            ModuleRecord record{nameAt(head.name, length - 1), 0, {}};
            readValues(record, module, at + sizeof head, startNs);
            if (std::any_of(record.values.begin(), record.values.end(),
                            [](std::int64_t value) { return value != 0; })) {
                module.records.push_back(std::move(record));
            }
        }
    }

private:
    [[nodiscard]] bool isSound() const noexcept {
        const std::uint64_t size = region_.size();
        return header_.magic == kModuleRegionMagic && header_.version == kModuleRegionVersion &&
               header_.fields <= kMostFields && header_.textBytes <= size - sizeof header_ &&
               checksumOf(header_, region_.data() + sizeof header_) == header_.checksum &&
               header_.recordBytes ==
                   sizeof(ModuleRecordHead) + header_.fields * sizeof(std::int64_t) &&
               header_.recordsAt <= size && header_.recordsAt % sizeof(std::int64_t) == 0 &&
               std::uint64_t{header_.recordCapacity} * header_.recordBytes <=
                   size - header_.recordsAt &&
               header_.namesAt <= size && header_.nameCapacity <= size - header_.namesAt;
    }

    [[nodiscard]] const ModuleRegionUse& use() const noexcept {
        return reinterpret_cast<const ModuleRegionHeader*>(region_.data())->use;
    }

    [[nodiscard]] std::string nameAt(std::uint32_t place, std::uint32_t length) const {
        return {reinterpret_cast<const char*>(region_.data()) + header_.namesAt + place, length};
    }

    static void readValues(ModuleRecord& record, const ModuleRecords& module, const std::byte* at,
                           std::uint64_t startNs) {
        const auto* const words = reinterpret_cast<const std::uint64_t*>(at);
        for (std::size_t f = 0; f < module.fields.size(); ++f) {
            auto value = static_cast<std::int64_t>(loadRelaxed(words[f]));
            const Reduction reduction = module.fields[f].reduction;
            if (value != 0 && (reduction == Reduction::First || reduction == Reduction::Last)) {
                value = std::max<std::int64_t>(1, value - static_cast<std::int64_t>(startNs));
            }
            record.values.push_back(value);
        }
    }

    SegmentBytes region_;
    ModuleRegionHeader header_{};
    bool isSound_ = false;
};

}  // namespace

ModuleRegionHeader* makeModuleRegion(Segment& segment, const ModuleDescription& description) {
    const std::string text = textOf(description);
    ModuleRegionHeader header{};
    header.magic = kModuleRegionMagic;
    header.version = kModuleRegionVersion;
    header.moduleVersion = description.version;
    header.fields = static_cast<std::uint32_t>(description.fields.size());
    header.textBytes = static_cast<std::uint32_t>(text.size());
    header.recordBytes = static_cast<std::uint32_t>(
        sizeof(ModuleRecordHead) + description.fields.size() * sizeof(std::int64_t));
    header.recordCapacity = description.records;
    header.nameCapacity = description.nameBytes;
    header.recordsAt = aligned(sizeof header + text.size());
    header.namesAt =
        aligned(header.recordsAt + std::uint64_t{header.recordCapacity} * header.recordBytes);
    header.checksum = checksumOf(header, text.data());
    auto* const memory =
        static_cast<std::byte*>(segment.allocate(header.namesAt + header.nameCapacity, false));
    if (memory == nullptr) {
        return nullptr;
    }
    std::memcpy(memory, &header, sizeof header);
    std::memcpy(memory + sizeof header, text.data(), text.size());
    return reinterpret_cast<ModuleRegionHeader*>(memory);
}

ModuleRecords readModuleRegion(SegmentBytes segment, std::string_view name, std::string_view place,
                               std::uint64_t startNs, std::uint64_t& damaged) {
    ModuleRecords module{std::string(name), 0, {}, {}, {}};
    const RegionReader reader(segment, place);
    std::string setting;
    if (!reader.canBeRead() || !reader.describe(module, setting)) {
        module.fields.clear();
        module.partial = "its records are damaged and omitted";
        ++damaged;
        return module;
    }
    reader.read(module, startNs, damaged);
    if (const std::uint64_t leftOut = reader.leftOut(); leftOut > 0) {
        module.partial =
            "names that did not fit were counted in (other) " + std::to_string(leftOut) + " times";
        module.partial += setting.empty() ? "" : "; raise " + setting;
    }
    return module;
}

}  // namespace gantry::perf
