module gold_component
    use gantry
    use thermo
    implicit none

    type, extends(thermo_MaterialPort_implementation) :: Gold
    contains
        procedure :: at
        procedure :: table
    end type Gold

contains

    function at(self, temperature, error) result(res)
        class(Gold), intent(inout) :: self
        real(c_double), intent(in) :: temperature
        type(sidl_BaseException), intent(inout) :: error
        type(thermo_Sample) :: res
        if (temperature < 0) then
            call thermo_OutOfRange_raise(error, "nothing is colder than 0 K")
            return
        end if
        res%temperature = temperature
        res%conductivity = 420.75d0 - 0.0625d0*temperature
        res%state = merge(thermo_State_Solid, thermo_State_Liquid, temperature < 1337)
    end function at

    subroutine table(self, temperatures, conductivities, n, error)
        class(Gold), intent(inout) :: self
        integer(c_int32_t), intent(in) :: n
        real(c_double), intent(in) :: temperatures(n)
        real(c_double), intent(inout) :: conductivities(n)
        type(sidl_BaseException), intent(inout) :: error
        type(thermo_Sample) :: sample
        integer :: i
        do i = 1, n
            sample = self%at(temperatures(i), error)
            conductivities(i) = sample%conductivity
        end do
    end subroutine table

end module gold_component

subroutine component_create(component, error)
    use gold_component
    implicit none
    type(gantry_Component), intent(in) :: component
    type(sidl_BaseException), intent(inout) :: error
    type(Gold), pointer :: material

    allocate (material)
    call component%provide("material", thermo_MaterialPort_create(material, owned=.true.), error)
end subroutine component_create
