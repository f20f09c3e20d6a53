module driver
    use, intrinsic :: iso_fortran_env, only: output_unit
    use gantry
    use gov_cca_ports
    use numeric
    implicit none

    type, extends(gov_cca_ports_GoPort_implementation) :: IntegralDriver
        type(gantry_Component) :: component
    contains
        procedure :: go
    end type IntegralDriver

contains

    function go(self, error) result(res)
        class(IntegralDriver), intent(inout) :: self
        type(sidl_BaseException), intent(inout) :: error
        integer(c_int32_t) :: res
        type(numeric_IntegratorPort) :: integrator
        real(c_double) :: integral

        integrator = numeric_IntegratorPort_take(self%component%getPort("integrate", error), error)
        integral = integrator%integrate(0.0_c_double, 1.0_c_double, 100000_c_int32_t, error)
        call self%component%releasePort("integrate", integrator)
        if (.not. error%isNull()) then
            res = 1
            return
        end if
        print "(a, f0.6)", "Value = ", integral
        flush (output_unit)
        res = 0
    end function go

end module driver

subroutine component_create(component, error)
    use driver
    implicit none
    type(gantry_Component), intent(in) :: component
    type(sidl_BaseException), intent(inout) :: error
    type(IntegralDriver), pointer :: object

    allocate (object)
    object%component = component
    call component%provide("go", gov_cca_ports_GoPort_create(object, owned=.true.), error)
end subroutine component_create
