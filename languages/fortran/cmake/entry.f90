! A part of every component in Fortran: forwards the creation of an instance to component_create.
subroutine gantry_component_entry(component, error) bind(C, name="gantry_component_create")
    use gantry
    implicit none
    type(c_ptr), value :: component
    type(c_ptr), intent(inout) :: error
    type(sidl_BaseException) :: error_here
    interface
        subroutine component_create(component, error)
            import :: gantry_Component, sidl_BaseException
            type(gantry_Component), intent(in) :: component
            type(sidl_BaseException), intent(inout) :: error
        end subroutine component_create
    end interface

    error_here%sidl_handle = error
    call component_create(gantry_Component(component), error_here)
    error = error_here%sidl_handle
end subroutine gantry_component_entry
