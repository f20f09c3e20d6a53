#include <base/bytes/Varint.hpp>
#include <base/text/Hex.hpp>
#include <perf/importers/Importer.hpp>
#include <perf/importers/reading/ImportedProfile.hpp>

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>

#include "PprofMessage.hpp"
#include "Protobuf.hpp"

namespace gantry::perf {

namespace {

using Kind = ProtobufField::Kind;

constexpr const char* kDamaged = "; the file is damaged or cut short: write it again";

// Where the values of one type of the file go.
struct Target {
    std::size_t metric = 0;
    std::int64_t factor = 1;
    bool isCalls = false;
};

// A sample with its numbers out of their packing.
struct Sample {
    std::vector<std::uint64_t> locations;
    std::vector<std::uint64_t> values;
    std::string thread;
};

class Reader final {
public:
    explicit Reader(const ImportFile& file)
        : file_(file), message_(readPprof(file)), profile_(file) {}

    Profile read() {
        profile_.at(0, false);
        for (const PprofValueType& type : message_.types) {
            targets_.push_back(targetOf(type));
        }
        for (const std::string_view sample : message_.samples) {
            profile_.at(placeOf(sample), false);
            add(parse(sample));
        }
        profile_.addFact("samples", std::to_string(message_.samples.size()));
        for (const std::string_view comment : message_.comments) {
            profile_.addFact("comment", std::string(comment));
        }
        return profile_.finish();
    }

private:
    [[nodiscard]] std::size_t placeOf(std::string_view part) const {
        return static_cast<std::size_t>(part.data() - file_.bytes().data());
    }

    // Times in ns, whatever the unit of the file; calls where the file has them as a type.
    Target targetOf(const PprofValueType& type) {
        struct Unit {
            std::string_view name;
            std::int64_t factor;
        };
        Target target;
        if (type.type == "calls" && type.unit == "count") {
            target.isCalls = true;
            return target;
        }
        std::string unit(type.unit);
        for (const Unit& known :
             {Unit{"nanoseconds", 1}, Unit{"microseconds", 1'000}, Unit{"milliseconds", 1'000'000},
              Unit{"seconds", 1'000'000'000}}) {
            if (known.name == type.unit) {
                unit = "ns";
                target.factor = known.factor;
            }
        }
        target.metric = profile_.metric(std::string(type.type), unit);
        return target;
    }

    void takeNumbers(const ProtobufField& field, std::vector<std::uint64_t>& numbers) {
        // Repeated numbers may stand one by one or packed: readers of protobuf accept both.
        if (field.kind == Kind::Number) {
            numbers.push_back(field.value);
            return;
        }
        for (std::string_view rest = field.bytes; !rest.empty();) {
            const std::optional<std::uint64_t> number = base::takeVarint(rest);
            if (!number) {
                file_.fail(placeOf(rest),
                           "a number of a sample has no end" + std::string(kDamaged));
            }
            numbers.push_back(*number);
        }
    }

    Sample parse(std::string_view bytes) {
        Sample sample;
        ProtobufReader reader(bytes);
        for (ProtobufField field; reader.next(field);) {
            if (field.number == 1) {
                takeNumbers(field, sample.locations);
            } else if (field.number == 2) {
                takeNumbers(field, sample.values);
            } else if (field.number == 3 && field.kind == Kind::Bytes) {
                readLabel(field.bytes, sample);
            }
        }
        if (reader.isDamaged()) {
            file_.fail(placeOf(bytes) + reader.offset(),
                       "no field of a sample can be read here" + std::string(kDamaged));
        }
        if (sample.values.size() != targets_.size()) {
            profile_.fail("the sample has " + counted(sample.values.size(), "value") +
                          " and the file " + counted(targets_.size(), "type") + " of them" +
                          kDamaged);
        }
        return sample;
    }

    // A label "thread" names the thread; others are left out.
    void readLabel(std::string_view bytes, Sample& sample) {
        std::uint64_t key = 0;
        std::uint64_t text = 0;
        std::optional<std::uint64_t> number;
        ProtobufReader reader(bytes);
        for (ProtobufField field; reader.next(field);) {
            if (field.number == 1) {
                key = field.value;
            } else if (field.number == 2) {
                text = field.value;
            } else if (field.number == 3) {
                number = field.value;
            }
        }
        const std::size_t strings = message_.strings.size();
        if (reader.isDamaged() || key >= strings || text >= strings) {
            file_.fail(placeOf(bytes),
                       "the label of a sample cannot be read" + std::string(kDamaged));
        }
        if (message_.strings[static_cast<std::size_t>(key)] == "thread") {
            sample.thread = number && text == 0
                                ? std::to_string(*number)
                                : std::string(message_.strings[static_cast<std::size_t>(text)]);
        }
    }

    void add(const Sample& sample) {
        const std::size_t thread = profile_.thread(sample.thread, sample.thread);
        ImportedProfile::Node node = ImportedProfile::kTop;
        // The leaf comes first in a sample.
        for (auto at = sample.locations.rbegin(); at != sample.locations.rend(); ++at) {
            node = below(thread, node, *at);
        }
        if (node == ImportedProfile::kTop) {
            node = profile_.child(thread, node, profile_.timer("[no stack]"));
        }
        for (std::size_t i = 0; i < targets_.size(); ++i) {
            const Target& target = targets_[i];
            const auto value = static_cast<std::int64_t>(sample.values[i]);
            std::int64_t scaled = 0;
            if (target.isCalls) {
                profile_.addCalls(thread, node, sample.values[i]);
            } else if (__builtin_mul_overflow(value, target.factor, &scaled)) {
                profile_.fail("a time is beyond 2^63 ns");
            } else {
                profile_.add(thread, node, target.metric, scaled);
            }
        }
    }

    // The path through the functions of a location, outermost first. Kept, as a location may have
    // thousands of inlined functions.
    ImportedProfile::Node below(std::size_t thread, ImportedProfile::Node above, std::uint64_t id) {
        const auto [entry, isNew] = paths_.try_emplace({thread, above, id}, above);
        if (!isNew) {
            return entry->second;
        }
        const auto location = message_.locations.find(id);
        if (location == message_.locations.end()) {
            profile_.fail("there is no location " + std::to_string(id) + std::string(kDamaged));
        }
        const PprofLocation& place = location->second;
        ImportedProfile::Node node = above;
        // Of inlined functions, the innermost comes first as well.
        for (auto at = place.functions.rbegin(); at != place.functions.rend(); ++at) {
            node = profile_.child(thread, node, profile_.timer(at->name, {}, groupOf(*at, place)));
        }
        // Without symbols, the address is the best name there is.
        if (place.functions.empty()) {
            node = profile_.child(thread, node,
                                  profile_.timer(addressText(place.address), {}, place.object));
        }
        entry->second = node;
        return node;
    }

    static std::string_view groupOf(const PprofFunction& function, const PprofLocation& location) {
        return function.file.empty() ? location.object : function.file;
    }

    static std::string addressText(std::uint64_t address) {
        const std::string digits = base::toHex(address);
        return "0x" + digits.substr(std::min(digits.find_first_not_of('0'), digits.size() - 1));
    }

    const ImportFile& file_;
    PprofMessage message_;
    ImportedProfile profile_;
    std::vector<Target> targets_;
    std::map<std::tuple<std::size_t, ImportedProfile::Node, std::uint64_t>, ImportedProfile::Node>
        paths_;
};

std::vector<ImportedPart> read(const ImportFile& file) {
    std::vector<ImportedPart> parts;
    parts.push_back({Reader(file).read()});
    return parts;
}

}  // namespace

Importer pprofImporter() {
    return {"pprof", "profile.proto, also compressed: Go, gperftools, py-spy, Rust's pprof",
            "addresses and lines, labels except 'thread'", looksLikePprof, read};
}

}  // namespace gantry::perf
