! go returns the number of settings that the port it uses has.
module settings_reader
    use gantry
    use gov_cca_ports
    implicit none

    type, extends(gov_cca_ports_GoPort_implementation) :: SettingsReader
        type(gantry_Component) :: component
    contains
        procedure :: go
    end type SettingsReader

contains

    function go(self, error) result(res)
        class(SettingsReader), intent(inout) :: self
        type(sidl_BaseException), intent(inout) :: error
        integer(c_int32_t) :: res
        type(gov_cca_ports_BasicParameterPort) :: settings
        type(sidl_array) :: keys

        settings = gov_cca_ports_BasicParameterPort_take(self%component%getPort("settings", error), error)
        keys = settings%readConfigurationKeys(error)
        res = keys%length(1)
        call sidl_freeArray(keys)
        call self%component%releasePort("settings", settings)
    end function go

end module settings_reader

subroutine component_create(component, error)
    use settings_reader
    implicit none
    type(gantry_Component), intent(in) :: component
    type(sidl_BaseException), intent(inout) :: error
    type(SettingsReader), pointer :: object

    allocate (object)
    object%component = component
    call component%provide("go", gov_cca_ports_GoPort_create(object, owned=.true.), error)
end subroutine component_create
