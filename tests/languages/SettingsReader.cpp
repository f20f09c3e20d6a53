#include "settings_reader_cxx_component.hpp"

namespace languages::cxx {

/// go returns the number of settings that the port it uses has.
class SettingsReader final : public ComponentBase {
public:
    SettingsReader() : ComponentBase(typeid(SettingsReader)) {}

    int go() override {
        return used<gov::cca::ports::BasicParameterPort>("settings")
            ->readConfigurationKeys()
            .length();
    }
};

}  // namespace languages::cxx

GANTRY_COMPONENT(languages::cxx::SettingsReader, kDescription);
