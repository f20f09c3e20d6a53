#include <base/hash/Fnv1a.hpp>
#include <base/sqlite/TableChecksum.hpp>
#include <base/text/Hex.hpp>

#include <bit>
#include <string_view>

namespace gantry::base {

namespace {

// With FNV-1a a single changed byte always changes the result, whatever follows it.
class Digest final {
public:
    void add(std::string_view bytes) {
        // The length first, so that bytes cannot move from one value to the next unnoticed.
        add(bytes.size());
        hash_.add(bytes);
    }

    void add(std::uint64_t number) {
        for (int i = 0; i < 8; ++i, number >>= 8U) {
            hash_.add(number & 0xffU);
        }
    }

    void addRow(const Statement& row) {
        for (int column = 0; column < row.columns(); ++column) {
            const Statement::Type type = row.type(column);
            // The type as well: the number 1 and the text "1" differ.
            hash_.add(static_cast<std::uint64_t>(type));
            if (type == Statement::Type::Whole) {
                add(static_cast<std::uint64_t>(row.whole(column)));
            } else if (type == Statement::Type::Real) {
                add(std::bit_cast<std::uint64_t>(row.real(column)));
            } else if (type != Statement::Type::Null) {
                add(row.bytes(column));
            }
        }
    }

    [[nodiscard]] std::string text() const { return toHex(hash_.value()); }

private:
    Fnv1a64 hash_;
};

}  // namespace

TableChecksums::TableChecksums(Database& database)
    : database_(database),
      object_(database.prepare("SELECT type, name, sql FROM sqlite_schema WHERE name = ?")) {}

TableChecksum TableChecksums::of(const std::string& name, const std::string& order) {
    object_.bind(0, name);
    TableChecksum sum;
    if (object_.next()) {
        Digest digest;
        // The definition is part of the digest, so a changed view or column is noticed too.
        digest.addRow(object_);
        sum.isTable = object_.bytes(0) == "table";
        if (sum.isTable) {
            // Sorted by its key, or the order would be whatever SQLite finds cheapest.
            Statement rows = database_.prepare("SELECT * FROM \"" + name + "\" ORDER BY " + order);
            while (rows.next()) {
                digest.addRow(rows);
                ++sum.rows;
            }
        }
        sum.digest = digest.text();
    }
    // Ready for the next object.
    object_.runToEnd();
    return sum;
}

TableChecksum checksumOf(Database& database, const std::string& name, const std::string& order) {
    return TableChecksums(database).of(name, order);
}

}  // namespace gantry::base
