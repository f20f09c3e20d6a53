#include "Diagnostics.hpp"

#include <base/text/Hex.hpp>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace sidlc {

namespace {

constexpr std::size_t kShownColumns = 110;
constexpr std::size_t kShownText = 40;

// ASCII only: the text of a file is foreign, and a terminal would obey its control characters.
bool printable(char byte) {
    return byte >= ' ' && byte <= '~';
}

// One column for each byte, so that the mark below it is at the right place.
std::string shownLine(std::string_view line) {
    std::string shown(line);
    for (char& byte : shown) {
        byte = byte == '\t' ? ' ' : printable(byte) ? byte : '?';
    }
    return shown;
}

bool samePlace(const Location& a, const Location& b) {
    return a.source == b.source && a.line == b.line && a.column == b.column;
}

}  // namespace

void Diagnostics::error(const Location& location, std::string message) {
    add(Severity::Error, location, std::move(message));
}

void Diagnostics::report(const Location& location, Rule rule, std::string message) {
    const RuleEntry& entry = ruleTable()[static_cast<std::size_t>(rule)];
    message.append(" [").append(entry.id).append("]");
    add(entry.isWarning ? Severity::Warning : Severity::Error, location, std::move(message));
}

void Diagnostics::add(Severity severity, const Location& location, std::string message) {
    std::size_t& count = severity == Severity::Error ? errors_ : warnings_;
    // One message for each place: a second one is usually a consequence of the first. At most
    // kMaxErrors are compared.
    const bool again =
        count <= kMaxErrors && std::any_of(all_.begin(), all_.end(), [&](const Diagnostic& seen) {
            return seen.severity == severity && samePlace(seen.location, location);
        });
    if (!again && ++count <= kMaxErrors) {
        all_.push_back({severity, location, std::move(message)});
    }
}

std::string Diagnostics::text() const {
    // Files in the order of their first message, lines ascending within each.
    std::map<const SourceText*, std::size_t> order;
    for (const Diagnostic& each : all_) {
        order.emplace(each.location.source, order.size());
    }
    std::vector<const Diagnostic*> sorted;
    for (const Diagnostic& each : all_) {
        sorted.push_back(&each);
    }
    const auto key = [&order](const Diagnostic* each) {
        const Location& at = each->location;
        return std::make_tuple(order.at(at.source), at.line, at.column);
    };
    std::stable_sort(sorted.begin(), sorted.end(),
                     [&key](const auto* a, const auto* b) { return key(a) < key(b); });
    std::string text;
    for (const Diagnostic* each : sorted) {
        text += render(*each);
    }
    if (full()) {
        text += "too many errors; only the first " + std::to_string(kMaxErrors) + " are shown\n";
    }
    return text;
}

std::string render(const Diagnostic& diagnostic) {
    const Location& at = diagnostic.location;
    const char* word = diagnostic.severity == Severity::Error ? ": error: " : ": warning: ";
    if (at.source == nullptr) {
        return std::string("sidlc") + word + diagnostic.message + "\n";
    }
    std::string text = at.source->name() + ":" + std::to_string(at.line) + ":" +
                       std::to_string(at.column) + word + diagnostic.message + "\n";
    const std::string_view line = at.source->line(at.line);
    const std::size_t column = std::min<std::size_t>(at.column - 1, line.size());
    // A window around the column: lines of generated files may be very long.
    const std::size_t from = column < kShownColumns ? 0 : column - kShownColumns / 2;
    text += "    " + shownLine(line.substr(from, kShownColumns)) + "\n";
    text += "    " + std::string(column - from, ' ') + "^\n";
    return text;
}

std::string inQuotes(std::string_view text) {
    std::string shown = "'";
    for (const char byte : text.substr(0, kShownText)) {
        if (printable(byte)) {
            shown += byte;
        } else {
            shown += "\\x" + gantry::base::toHex(std::string_view(&byte, 1));
        }
    }
    return shown + (text.size() > kShownText ? "...'" : "'");
}

}  // namespace sidlc
