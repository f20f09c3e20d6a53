#pragma once

#include <perf/document/JsonValues.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gantry::server {

/// Members of a run in a document that may be large; a client takes those that it shows.
struct LiveParts {
    /// By place in liveParts().
    std::uint32_t left = 0;

    friend bool operator==(const LiveParts&, const LiveParts&) = default;
};

/// Their names: "timers", "paths", "threads", "onThreads", "assembly", "views", "modules".
const std::vector<std::string_view>& liveParts();

/// The newest state of a document of runs (docs/formats/page.md), and for each value in it since
/// which state it is as it is: so the change since any earlier state is known, however long ago
/// that was, without keeping one. Memory: the document and 4 bytes for each value. For one thread.
///
///     LiveDocument document;
///     document.update(first);
///     document.update(second);
///     send(document.changeSince(1, {}));    // what differs between the two
// NOLINTNEXTLINE(bugprone-exception-escape): moving a document does not throw
class LiveDocument final {
public:
    /// Takes the next state. Costs a comparison of both documents.
    void update(perf::Json newest);
    /// Of the newest state: how many there were. 0: none.
    [[nodiscard]] std::uint32_t id() const noexcept { return id_; }

    /// The whole document as text in plain ASCII, without the parts that were left out.
    [[nodiscard]] std::string whole(LiveParts parts) const;
    /// What has changed since the state `base`, as docs/formats/http-api.md says. base: 1 to id().
    [[nodiscard]] std::string changeSince(std::uint32_t base, LiveParts parts) const;

private:
    /// Since when a value, or those in it, are as they are.
    struct Since {
        std::uint32_t whole = 0;              // all of it was replaced
        std::uint32_t newest = 0;             // something in it changed
        std::vector<std::uint32_t> values{};  // of a list of plain values
        std::vector<Since> parts{};           // of an object or another list, in its order
    };

    class Follower;
    class ChangeText;

    std::uint32_t id_ = 0;
    perf::Json newest_;
    Since since_;
};

}  // namespace gantry::server
