#include "MemberTables.hpp"

#include <algorithm>
#include <utility>

namespace sidlc {

namespace {

constexpr std::size_t kMethodsInType = 16;  // about; for a table that need not grow

bool byLongName(const Member& a, const Member& b) {
    return a.longName < b.longName;
}

}  // namespace

// Tables are sorted by the numbers of long names.
const Member* findMember(const Members& table, std::uint32_t longName) {
    const auto found =
        std::lower_bound(table.begin(), table.end(), longName,
                         [](const Member& a, std::uint32_t wanted) { return a.longName < wanted; });
    return found != table.end() && found->longName == longName ? &*found : nullptr;
}

bool implementsAll(const Model& model, const TypeSymbol& type, const TypeSymbol& base) {
    const auto* aClass = std::get_if<Class>(&type.declaration->body);
    return aClass != nullptr && std::any_of(aClass->implements.begin(), aClass->implements.end(),
                                            [&](const ImplementedName& each) {
                                                return each.all && model.target(each.name) == &base;
                                            });
}

// A type without a base has the root of its kind as one, unless it is that root: every class
// derives from sidl.BaseClass and every interface from sidl.BaseInterface.
std::vector<const TypeSymbol*> MemberTables::basesOf(const TypeSymbol& type) const {
    std::vector<const TypeSymbol*> bases = type.bases;
    const bool isClass = type.kind == TypeKind::Class;
    const bool needsNone =
        isClass ? !bases.empty() && bases.front()->kind == TypeKind::Class : !bases.empty();
    const TypeSymbol* root = model_.find(isClass ? "sidl.BaseClass" : "sidl.BaseInterface");
    if (!needsNone && root != nullptr && root != &type) {
        bases.insert(bases.begin(), root);
    }
    return bases;
}

// Depth first without recursion; there are no cycles.
void MemberTables::sort() {
    std::vector<bool> seen(model_.types().size());
    std::vector<std::pair<const TypeSymbol*, std::size_t>> path;
    for (const auto& [name, start] : model_.types()) {
        if (!start.isObject() || seen[start.index]) {
            continue;
        }
        seen[start.index] = true;
        path.emplace_back(&start, 0);
        while (!path.empty()) {
            // The type, and which of its bases comes next.
            const auto [type, next] = path.back();
            const auto bases = basesOf(*type);
            if (next == bases.size()) {
                order_.push_back(type);
                path.pop_back();
                continue;
            }
            ++path.back().second;
            if (!seen[bases[next]->index]) {
                seen[bases[next]->index] = true;
                path.emplace_back(bases[next], 0);
            }
        }
    }
}

// From 1; 0 stands for a name that nobody uses.
std::uint32_t MemberTables::numbered(std::string_view name) {
    return numbers_.emplace(name, static_cast<std::uint32_t>(numbers_.size() + 1)).first->second;
}

std::uint32_t MemberTables::numberOf(std::string_view name) const {
    const auto found = numbers_.find(name);
    return found == numbers_.end() ? 0 : found->second;
}

const Member* MemberTables::find(const TypeSymbol& type, std::string_view longName) const {
    return findMember(of(type), numberOf(longName));
}

bool MemberTables::build(const OnTwo& onTwo, Diagnostics& diagnostics) {
    sort();
    numbers_.reserve(kMethodsInType * order_.size());
    tables_.assign(model_.types().size(), nullptr);
    std::size_t total = 0;
    for (const TypeSymbol* type : order_) {
        Table& table = tables_[type->index];
        table = tableOf(*type, onTwo);
        total += table->size();
        // Inheritance multiplies: a short file of interfaces may ask for more methods than there is
        // memory.
        if (total > kMaxMembers) {
            diagnostics.report(type->declaration->location, Rule::InheritanceSize,
                               "with the inherited ones there are more than " +
                                   std::to_string(kMaxMembers) +
                                   " methods; split the files or inherit less");
            return false;
        }
    }
    return true;
}

Members MemberTables::ownMembers(const TypeSymbol& type) {
    Members own;
    own.reserve(methodsOf(type).size());
    renames_.clear();
    const bool isInterface = type.kind == TypeKind::Interface;
    for (const Method& method : methodsOf(type)) {
        const std::uint32_t shortName = numbered(method.name);
        const std::uint32_t longName =
            method.extension.empty()
                ? shortName
                : numbered(longNames_.emplace_back(method.name + method.extension));
        own.push_back({&method, &type, longName, shortName,
                       isInterface || method.has(MethodAttribute::Abstract)});
        if (method.from) {
            renames_.push_back(&method);
        }
    }
    // The methods of a type stand one behind the other, so of two equal names the first one stays.
    std::sort(own.begin(), own.end(), [](const Member& a, const Member& b) {
        return a.longName != b.longName ? a.longName < b.longName : a.method < b.method;
    });
    own.erase(
        std::unique(own.begin(), own.end(),
                    [](const Member& a, const Member& b) { return a.longName == b.longName; }),
        own.end());
    return own;
}

MemberTables::Table MemberTables::tableOf(const TypeSymbol& type, const OnTwo& onTwo) {
    const auto bases = basesOf(type);
    // Nothing of its own: the table is shared, so that long chains of empty interfaces cost
    // nothing.
    if (type.kind == TypeKind::Interface && bases.size() == 1 && methodsOf(type).empty()) {
        return tables_[bases.front()->index];
    }
    Members table = ownMembers(type);
    for (const TypeSymbol* base : bases) {
        if (type.kind == TypeKind::Class) {
            // Before merging, which keeps one of the two only. Interfaces may inherit both; the
            // class that implements them cannot.
            for (const Member& inherited : of(*base)) {
                const Member* present = findMember(table, inherited.longName);
                if (present != nullptr && !isRenamed(type, inherited)) {
                    onTwo(type, *base, inherited, *present);
                }
            }
        }
        // Bases in their order: the class before the interfaces, so that what it implements stays.
        inherit(type, *base, table);
        if (implementsAll(model_, type, *base)) {
            implementAll(type, *base, table);
        }
    }
    return std::make_shared<const Members>(std::move(table));
}

void MemberTables::inherit(const TypeSymbol& type, const TypeSymbol& base, Members& table) {
    // A merge of two sorted lists: linear, where inserting one by one would not be.
    Members merged;
    merged.reserve(table.size() + of(base).size());
    auto present = table.begin();
    for (const Member& inherited : of(base)) {
        while (present != table.end() && present->longName < inherited.longName) {
            merged.push_back(*present++);
        }
        const bool both = present != table.end() && present->longName == inherited.longName;
        if (both) {
            const bool replaces = present->isAbstract && present->owner != &type;
            merged.push_back(replaces && !inherited.isAbstract ? inherited : *present);
            ++present;
        } else if (!isRenamed(type, inherited)) {
            merged.push_back(inherited);
        }
    }
    merged.insert(merged.end(), present, table.end());
    table = std::move(merged);
}

// What the class declares itself, or has implemented already, stays.
void MemberTables::implementAll(const TypeSymbol& type, const TypeSymbol& base,
                                Members& table) const {
    for (const Member& inherited : of(base)) {
        const auto found = std::lower_bound(table.begin(), table.end(), inherited, byLongName);
        const bool has = found != table.end() && found->longName == inherited.longName;
        if (has && found->isAbstract && found->owner != &type) {
            found->isAbstract = false;
        }
    }
}

bool MemberTables::isRenamed(const TypeSymbol& type, const Member& inherited) const {
    return std::any_of(renames_.begin(), renames_.end(), [&](const Method* each) {
        const std::string_view path = each->from->path;
        const std::string_view name = path.substr(path.rfind('.') + 1);
        return name == inherited.method->name &&
               each->from->extension == inherited.method->extension &&
               signature_.same(*each, type, *inherited.method, *inherited.owner);
    });
}

}  // namespace sidlc
