#include <everything/Both.hpp>
#include <everything/Branch.hpp>
#include <everything/Derived.hpp>
#include <everything/Failure.hpp>
#include <everything/Leaf.hpp>
#include <everything/Track.hpp>
#include <everything/null/Node.hpp>
#include <everything/null/Partner.hpp>
#include <everything/null/Tool.hpp>
#include <everything/proxy/Left.hpp>
#include <everything/proxy/Named.hpp>
#include <everything/proxy/Node.hpp>
#include <everything/proxy/Partner.hpp>
#include <everything/proxy/Right.hpp>
#include <everything/proxy/Tool.hpp>

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <type_traits>

namespace {

// The names a class has to offer are exactly the emitted ones: all are overridden here.
class Given final : public virtual everything::Derived {
public:
    std::string name() override { return "given"; }
    std::int32_t length() override { return 3; }
    void set(std::int32_t) override {}
    void stop() override {}
    std::shared_ptr<everything::Tool> tool() override { return nullptr; }
    std::shared_ptr<everything::Partner> mirror() override { return nullptr; }
};

}  // namespace

// A static method is defined by the implementer of the class.
std::shared_ptr<everything::Base> everything::Base::create() {
    return std::make_shared<Given>();
}

namespace {

class OfBoth final : public virtual everything::Both {
public:
    std::string sideOfLeft(std::int32_t distance) override { return std::to_string(distance); }
    std::int32_t sideOfRight(const std::string& name) override {
        return static_cast<std::int32_t>(name.size());
    }
};

TEST_SUITE("sidl.emit.EmittedCode") {
    TEST_CASE("enumerators have the values of the source") {
        CHECK(static_cast<int>(everything::Colour::Red) == 0);
        CHECK(static_cast<int>(everything::Colour::Green) == 5);
        CHECK(static_cast<int>(everything::Colour::Blue) == 1);
    }

    TEST_CASE("structs are values that start empty and compare by their members") {
        everything::Point point;
        everything::Point other;

        other.label = "other";

        CHECK(point.x == 0.0);
        CHECK(point.tag == nullptr);
        CHECK(point == everything::Point{});
        CHECK_FALSE(point == other);
    }

    TEST_CASE("structs may hold arrays of each other and of themselves") {
        everything::Branch branch;
        everything::Leaf leaf;

        branch.leaves = {leaf, leaf};
        branch.branches = {everything::Branch{}};

        CHECK(branch.leaves.size() == 2);
        CHECK(branch.branches.size() == 1);
    }

    TEST_CASE("a class can be given and reached through each of its bases") {
        const auto given = std::make_shared<Given>();

        const std::shared_ptr<everything::Base> base = given;
        const std::shared_ptr<everything::Named> named = base;
        const std::shared_ptr<everything::Partner> partner = given;

        CHECK(base->length() == 3);
        CHECK(named->name() == "given");
        CHECK(dynamic_cast<sidl::BaseInterface*>(partner.get()) != nullptr);
    }

    TEST_CASE("a static method is a static member function") {
        CHECK(everything::Base::create()->length() == 3);
    }

    TEST_CASE("a renamed method is reached by its old name through the interface it comes from") {
        const auto both = std::make_shared<OfBoth>();
        const std::shared_ptr<everything::Left> left = both;
        const std::shared_ptr<everything::Right> right = both;

        CHECK(left->side(12) == "12");
        CHECK(right->side("four") == 4);
    }

    TEST_CASE("an exception interface can be caught as the base exception") {
        CHECK(std::is_base_of_v<sidl::BaseException, everything::Failure>);
        CHECK(std::is_abstract_v<everything::Failure>);
    }

    TEST_CASE("a twin empties what goes out and leaves what goes in and out") {
        everything::null::Node node;
        std::string out = "old";
        std::string inout = "kept";
        auto outNode =
            std::shared_ptr<everything::Node>(std::make_shared<everything::null::Node>());
        auto inoutNode = outNode;

        const std::string text = node.strings("in", out, inout);
        node.nodes(nullptr, outNode, inoutNode);

        CHECK(text == "");
        CHECK(out == "");
        CHECK(inout == "kept");
        CHECK(outNode == nullptr);
        CHECK(inoutNode != nullptr);
    }

    TEST_CASE("a twin answers with empty values and with twins") {
        everything::null::Node node;
        std::int32_t out = 7;
        std::int32_t inout = 8;
        double number = 1.5;
        double kept = 2.5;
        std::shared_ptr<everything::Node> outNode;
        std::shared_ptr<everything::Node> inoutNode;

        CHECK(node.ints(1, out, inout) == 0);
        CHECK(node.doubles(1.0, number, kept) == 0.0);
        CHECK(node.nodes(nullptr, outNode, inoutNode) != nullptr);
        CHECK(out == 0);
        CHECK(inout == 8);
        CHECK(number == 0.0);
        CHECK(kept == 2.5);
    }

    TEST_CASE("twins that make each other can be followed round and round") {
        const std::shared_ptr<everything::Partner> partner =
            std::make_shared<everything::null::Partner>();

        const auto again = partner->tool()->partner()->tool()->partner()->mirror();

        CHECK(again != nullptr);
        CHECK(again != partner);
    }

    TEST_CASE("a proxy wraps a null object and forwards what was inherited") {
        everything::proxy::Tool tool(std::make_shared<everything::null::Tool>());
        std::string out = "old";
        std::string inout = "kept";

        CHECK(tool.strings("in", out, inout) == "");
        CHECK(out == "");
        CHECK(tool.partner() != nullptr);
        CHECK(tool.methods().size() ==
              everything::proxy::Node(std::make_shared<everything::null::Node>()).methods().size() +
                  3);
        CHECK(everything::proxy::Partner(std::make_shared<everything::null::Partner>())
                  .methods()
                  .size() == 2);
    }

    TEST_CASE("methods that deal with scalars only are noexcept, others are not") {
        everything::null::Tool tool;

        CHECK(noexcept(tool.signal(1)));
        CHECK(noexcept(tool.putInt(1)));
        CHECK_FALSE(noexcept(tool.putText("a")));
        CHECK_FALSE(noexcept(tool.name()));
    }
}

}  // namespace
