// A comparison of two sets of runs in words, for terminals and in Markdown. A is the first set, B
// the second.

#include <base/text/MarkupText.hpp>
#include <base/text/NumberText.hpp>
#include <base/text/Paragraph.hpp>
#include <base/text/Printable.hpp>
#include <perf/analysis/compare/Comparison.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <sstream>

#include "ComparisonWords.hpp"

namespace gantry::perf {

namespace {

constexpr std::size_t kWidth = 80;
constexpr std::size_t kIndent = 11;
// A part of the difference, or of the largest outermost contribution where that is more. What is
// smaller is summed up as "(others)".
constexpr double kLeastContribution = 0.05;

std::string fixed(double value, const char* format) {
    std::array<char, 64> text{};
    (void)std::snprintf(text.data(), text.size(), format, value);
    return text.data();
}

std::string runsWords(const Comparison& comparison, const ComparisonText& text) {
    const auto set = [](const std::string& label, std::size_t runs) {
        return label + " (" + base::plural(runs, "run") + ")";
    };
    return "A = " + set(text.labelBefore, comparison.before.size()) +
           ", B = " + set(text.labelAfter, comparison.after.size());
}

// ": HOW VALUE", or nothing.
std::string with(const std::string& how, const std::string& value) {
    return how.empty() ? "" : ": " + how + ' ' + value;
}

class TextWriter final {
public:
    explicit TextWriter(const ComparisonText& request)
        : request_(request), comparison_(request.comparison), unit_(request.table.unit()) {}

    std::string text() {
        out_ << labelledLine("Compared", runsWords(comparison_, request_))
             << labelledLine("Metric", metric());
        for (const std::string& warning : comparison_.warnings) {
            out_ << labelledLine("Warning", warning);
        }
        facts();
        out_ << labelledLine("Elapsed", valueWords(comparison_.elapsed, "s"))
             << labelledLine("Measured", measured())
             << labelledLine("Noise", noiseWords(comparison_));
        changed();
        oneSided();
        open();
        contributions();
        return out_.str();
    }

private:
    [[nodiscard]] std::string metric() const {
        return request_.table.metric() + (unit_.empty() ? "" : " in " + unit_) + ", " +
               (comparison_.options.total ? "total: with everything inside"
                                          : "self: exclusive values") +
               (request_.table.isPerRank() ? ", per rank" : "");
    }

    [[nodiscard]] std::string measured() const {
        std::string words = valueWords(comparison_.measured, unit_);
        if (comparison_.runsForMeasured > 0) {
            words += " (about " + base::plural(comparison_.runsForMeasured, "run") +
                     " in each set would decide)";
        }
        return words;
    }

    void facts() {
        for (std::size_t i = 0; i < comparison_.facts.size(); ++i) {
            const FactDifference& fact = comparison_.facts[i];
            // An empty text is a fact that only the other set has.
            const auto shown = [](const std::string& text) { return text.empty() ? "none" : text; };
            out_ << labelledLine(i == 0 ? "Differs" : "", fact.fact + ": " + shown(fact.before) +
                                                              " -> " + shown(fact.after));
        }
    }

    // The names of a row, and what is said of it below.
    void row(std::size_t place, const std::string& words) {
        out_ << "  " << lastColumns(base::printable(request_.table.path(place)), kWidth - 2) << '\n'
             << "      " << words << '\n';
    }

    template <class Words>
    void section(const std::string& title, const std::vector<std::size_t>& rows, Words words) {
        if (rows.empty()) {
            return;
        }
        out_ << '\n' << title << " (" << rows.size() << ")\n";
        // The line at the end says how to see all, so that nobody takes the list for complete.
        const std::size_t most = request_.most == 0 ? rows.size() : request_.most;
        for (std::size_t i = 0; i < std::min(most, rows.size()); ++i) {
            row(rows[i], words(comparison_.rows[rows[i]]));
        }
        if (rows.size() > most) {
            out_ << "  ... " << rows.size() - most << " more"
                 << with(request_.moreBy, std::to_string(rows.size())) << '\n';
        }
    }

    void changed() {
        const std::vector<std::size_t> rows = rowsWith(comparison_, {Verdict::More, Verdict::Less});
        if (rows.empty()) {
            out_ << "\nNo row is called changed.\n";
        }
        section("Changed", rows,
                [&](const RowComparison& row) { return valueWords(row, unit_) + callsWords(row); });
    }

    // A changed number of calls explains a changed time better than anything else, so it is said.
    static std::string callsWords(const RowComparison& row) {
        if (row.callsBefore == row.callsAfter) {
            return "";
        }
        return ", calls " + base::quantity(row.callsBefore, "") + " -> " +
               base::quantity(row.callsAfter, "");
    }

    void oneSided() {
        section("In only one of them",
                rowsWith(comparison_, {Verdict::OnlyBefore, Verdict::OnlyAfter}),
                [&](const RowComparison& row) {
                    const bool before = row.verdict == Verdict::OnlyBefore;
                    return std::string(verdictName(row.verdict)) + ": " +
                           base::quantity(before ? row.before : row.after, unit_) + ", calls " +
                           base::quantity(before ? row.callsBefore : row.callsAfter, "");
                });
        for (const PossibleRename& rename : comparison_.renames) {
            const auto name = [&](std::size_t place) {
                return request_.table.rows()[place].timer.name;
            };
            out_ << base::paragraph(
                "  Renamed?",
                base::printable(
                    name(rename.before) + " -> " + name(rename.after) +
                    with(request_.renameBy, name(rename.before) + "=" + name(rename.after))),
                {kIndent, kWidth});
        }
    }

    // Large rows of which nothing is known are worth a list, not those of small effect.
    void open() {
        std::vector<std::size_t> rows;
        for (const std::size_t place : rowsWith(comparison_, {Verdict::CannotTell})) {
            const RowComparison& row = comparison_.rows[place];
            if (std::isnan(row.relative) || std::abs(row.relative) > comparison_.limit) {
                rows.push_back(place);
            }
        }
        section("Cannot tell", rows,
                [&](const RowComparison& row) { return valueWords(row, unit_); });
    }

    void contributions() {
        const std::vector<Contribution> parts =
            contributionsOf(request_.table, comparison_, kLeastContribution);
        if (parts.empty()) {
            return;
        }
        out_ << "\nWhere " << signedQuantity(comparison_.difference, unit_)
             << " (difference of the means) comes from\n";
        // Twice the rows of other sections: a tree repeats the rows above those that changed.
        std::size_t lines = 0;
        for (const Contribution& part : parts) {
            if (request_.most != 0 && ++lines > 2 * request_.most) {
                out_ << "  ... " << parts.size() - lines + 1 << " more\n";
                break;
            }
            const std::string value = signedQuantity(part.total, unit_);
            const std::size_t depth = 2 * static_cast<std::size_t>(std::min(part.depth, 15));
            const std::string name =
                part.row < 0
                    ? "(others)"
                    : fullName(request_.table.rows()[static_cast<std::size_t>(part.row)].timer);
            out_ << "  " << std::string(value.size() < 11 ? 11 - value.size() : 0, ' ') << value
                 << "  " << std::string(depth, ' ')
                 << lastColumns(base::printable(name), kWidth - 15 - depth) << '\n';
        }
    }

    const ComparisonText& request_;
    const Comparison& comparison_;
    std::string unit_;
    std::ostringstream out_;
};

void markdownRows(std::ostringstream& out, const ComparisonText& text,
                  const std::vector<std::size_t>& rows) {
    if (rows.empty()) {
        out << "No row is called changed.\n";
        return;
    }
    out << "| verdict | call path | A | B | change | 95 % interval "
           "|\n|---|---|---:|---:|---:|---|\n";
    const std::string& unit = text.table.unit();
    const std::size_t most = text.most == 0 ? rows.size() : text.most;
    for (std::size_t i = 0; i < std::min(most, rows.size()); ++i) {
        const RowComparison& row = text.comparison.rows[rows[i]];
        out << "| " << verdictWord(row.verdict, unit) << " | "
            << base::markdownText(text.table.path(rows[i])) << " | "
            << base::quantity(row.before, unit) << " | " << base::quantity(row.after, unit) << " | "
            << signedPercent(row.relative) << " | "
            << intervalWords(row.relativeLow, row.relativeHigh) << " |\n";
    }
    if (rows.size() > most) {
        out << "\n... " << rows.size() - most << " more\n";
    }
}

}  // namespace

std::string signedQuantity(double value, const std::string& unit) {
    if (value == 0 || std::isnan(value)) {
        return value == 0 ? "0" : "-";
    }
    return (value > 0 ? "+" : "-") + base::quantity(std::abs(value), unit);
}

// From 100 % on, a digit behind the point says nothing.
std::string signedPercent(double part) {
    if (std::isnan(part)) {
        return "-";
    }
    return fixed(part * 100, std::abs(part) < 0.9995 ? "%+.1f %%" : "%+.0f %%");
}

std::string intervalWords(double low, double high) {
    if (!std::isfinite(low) || !std::isfinite(high)) {
        return "not known";
    }
    return fixed(low * 100, "%+.1f to ") + signedPercent(high);
}

std::string valueWords(const ValueComparison& value, const std::string& unit) {
    std::string text =
        base::quantity(value.before, unit) + " -> " + base::quantity(value.after, unit) + ", ";
    if (std::isnan(value.relative)) {
        text += signedQuantity(value.difference, unit);
    } else {
        const std::string interval = intervalWords(value.relativeLow, value.relativeHigh);
        text +=
            signedPercent(value.relative) + (interval == "not known" ? "" : " (" + interval + ")");
    }
    return text + ": " + verdictWord(value.verdict, unit);
}

// The end of a call path says more than its begin. Bytes of one character of UTF-8 stay together: a
// byte 10xxxxxx continues the character before it.
std::string lastColumns(const std::string& text, std::size_t columns) {
    if (base::widthOf(text) <= columns) {
        return text;
    }
    std::size_t begin = text.size();
    std::size_t width = 3;
    while (begin > 0 && width < columns) {
        --begin;
        while (begin > 0 && (static_cast<unsigned char>(text[begin]) & 0xC0U) == 0x80U) {
            --begin;
        }
        ++width;
    }
    return "..." + text.substr(begin);
}

std::string noiseWords(const Comparison& comparison) {
    const auto of = [](double noise) {
        return std::isnan(noise) ? "not known" : base::share(noise, 1);
    };
    std::string words = "from run to run A " + of(comparison.noiseBefore) + ", B " +
                        of(comparison.noiseAfter) + "; a change is more than " +
                        base::share(comparison.limit, 1) +
                        "; judged: " + std::to_string(comparison.judged) + " of " +
                        base::plural(comparison.rows.size(), "row") + ", the others are under " +
                        base::share(comparison.options.leastShare, 1);
    if (comparison.runsNeeded > 0) {
        words += "; a change of one row alone needs " + std::to_string(comparison.runsNeeded) +
                 " runs in each set to be seen";
    }
    return words;
}

std::vector<std::size_t> rowsWith(const Comparison& comparison,
                                  const std::vector<Verdict>& verdicts) {
    std::vector<std::size_t> places;
    for (const RowComparison& row : comparison.rows) {
        if (std::find(verdicts.begin(), verdicts.end(), row.verdict) != verdicts.end()) {
            places.push_back(row.row);
        }
    }
    // By the absolute difference, not the relative one: what costs most comes first.
    std::stable_sort(places.begin(), places.end(), [&](std::size_t a, std::size_t b) {
        return std::abs(comparison.rows[a].difference) > std::abs(comparison.rows[b].difference);
    });
    return places;
}

std::string verdictWord(Verdict verdict, const std::string& unit) {
    const bool isTime = unit == "ns" || unit == "s";
    if (isTime && (verdict == Verdict::More || verdict == Verdict::Less)) {
        return verdict == Verdict::More ? "slower" : "faster";
    }
    return std::string(verdictName(verdict));
}

std::string labelledLine(const std::string& label, const std::string& words) {
    return base::paragraph(label, base::printable(words), {kIndent, kWidth});
}

std::string comparisonText(const ComparisonText& text) {
    return TextWriter(text).text();
}

std::string comparisonMarkdown(const ComparisonText& text) {
    const Comparison& comparison = text.comparison;
    std::ostringstream out;
    out << "### Comparison: " << verdictWord(comparison.measured.verdict, text.table.unit())
        << "\n\n"
        << base::markdownText(runsWords(comparison, text)) << "\n\n";
    for (const std::string& warning : comparison.warnings) {
        out << "> **Warning:** " << base::markdownText(warning) << "\n\n";
    }
    for (const FactDifference& fact : comparison.facts) {
        out << "- " << base::markdownText(fact.fact) << ": " << base::markdownText(fact.before)
            << " -> " << base::markdownText(fact.after) << '\n';
    }
    out << (comparison.facts.empty() ? "" : "\n") << "Elapsed "
        << base::markdownText(valueWords(comparison.elapsed, "s")) << ".  \nMeasured ("
        << base::markdownText(text.table.metric()) << ") "
        << base::markdownText(valueWords(comparison.measured, text.table.unit())) << ".\n\n";
    markdownRows(out, text,
                 rowsWith(comparison,
                          {Verdict::More, Verdict::Less, Verdict::OnlyBefore, Verdict::OnlyAfter}));
    out << "\n" << base::markdownText("Noise " + noiseWords(comparison)) << ".\n";
    return out.str();
}

}  // namespace gantry::perf
