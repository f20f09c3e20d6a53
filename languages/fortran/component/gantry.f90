! The procedures of a component in Fortran; the Fortran side of <c/gantry.h>. Its author defines the external procedure
!     subroutine component_create(component, error)
!         type(gantry_Component), intent(in) :: component
!         type(sidl_BaseException), intent(inout) :: error
! which is called for each instance and provides its ports.
module gantry
    use sidl
    implicit none

    !> One instance of the component. Copies are the same instance.
    type :: gantry_Component
        type(c_ptr) :: handle = c_null_ptr
    contains
        !> Offers an object as the provides port of that name; the handle is released.
        procedure :: provide => gantry_Component_provide
        !> The object connected to a uses port; null, with an error, if there is none.
        procedure :: getPort => gantry_Component_getPort
        !> Ends one use and releases the handle; does nothing for a null one.
        procedure :: releasePort => gantry_Component_releasePort
        !> The framework's side of this instance, a gov.cca.Services; to be cast and released.
        procedure :: services => gantry_Component_services
        !> A timer for a method; from component_create only.
        procedure :: timer => gantry_Component_timer
    end type gantry_Component

    !> The timer of a method. It measures while a performance component is connected.
    type :: gantry_Timer
        type(c_ptr) :: handle = c_null_ptr
    contains
        !> What it returns is passed to gantry_stop at the end of the method.
        procedure :: start => gantry_Timer_start
    end type gantry_Timer

    interface
        subroutine gantry_c_provide(component, port, object, error) bind(C, name="gantry_Component_provide")
            import :: c_ptr, c_char
            type(c_ptr), value :: component
            character(kind=c_char), intent(in) :: port(*)
            type(c_ptr), value :: object
            type(c_ptr), intent(inout) :: error
        end subroutine gantry_c_provide
        function gantry_c_getPort(component, port, error) bind(C, name="gantry_Component_getPort") result(object)
            import :: c_ptr, c_char
            type(c_ptr), value :: component
            character(kind=c_char), intent(in) :: port(*)
            type(c_ptr), intent(inout) :: error
            type(c_ptr) :: object
        end function gantry_c_getPort
        subroutine gantry_c_releasePort(component, port, object) bind(C, name="gantry_Component_releasePort")
            import :: c_ptr, c_char
            type(c_ptr), value :: component
            character(kind=c_char), intent(in) :: port(*)
            type(c_ptr), value :: object
        end subroutine gantry_c_releasePort
        function gantry_c_services(component) bind(C, name="gantry_Component_services") result(services)
            import :: c_ptr
            type(c_ptr), value :: component
            type(c_ptr) :: services
        end function gantry_c_services
        function gantry_c_timer(component, method) bind(C, name="gantry_Component_timer") result(timer)
            import :: c_ptr, c_char
            type(c_ptr), value :: component
            character(kind=c_char), intent(in) :: method(*)
            type(c_ptr) :: timer
        end function gantry_c_timer
        function gantry_c_start(timer) bind(C, name="gantry_Timer_start") result(running)
            import :: c_ptr
            type(c_ptr), value :: timer
            type(c_ptr) :: running
        end function gantry_c_start
        !> Stops the call that start returned.
        subroutine gantry_stop(running) bind(C, name="gantry_Timer_stop")
            import :: c_ptr
            type(c_ptr), value :: running
        end subroutine gantry_stop
        subroutine gantry_c_raise(error, reason, note) bind(C, name="gantry_raise")
            import :: c_ptr, c_char, c_int32_t
            type(c_ptr), intent(inout) :: error
            integer(c_int32_t), value :: reason
            character(kind=c_char), intent(in) :: note(*)
        end subroutine gantry_c_raise
    end interface

contains

    subroutine gantry_Component_provide(self, port, object, error)
        class(gantry_Component), intent(in) :: self
        character(len=*), intent(in) :: port
        class(sidl_BaseInterface), intent(in) :: object
        type(sidl_BaseException), intent(inout) :: error
        call gantry_c_provide(self%handle, port//c_null_char, object%sidl_handle, error%sidl_handle)
    end subroutine gantry_Component_provide

    function gantry_Component_getPort(self, port, error) result(object)
        class(gantry_Component), intent(in) :: self
        character(len=*), intent(in) :: port
        type(sidl_BaseException), intent(inout) :: error
        type(sidl_BaseInterface) :: object
        object%sidl_handle = gantry_c_getPort(self%handle, port//c_null_char, error%sidl_handle)
    end function gantry_Component_getPort

    subroutine gantry_Component_releasePort(self, port, object)
        class(gantry_Component), intent(in) :: self
        character(len=*), intent(in) :: port
        class(sidl_BaseInterface), intent(inout) :: object
        call gantry_c_releasePort(self%handle, port//c_null_char, object%sidl_handle)
        object%sidl_handle = c_null_ptr
    end subroutine gantry_Component_releasePort

    function gantry_Component_services(self) result(services)
        class(gantry_Component), intent(in) :: self
        type(sidl_BaseInterface) :: services
        services%sidl_handle = gantry_c_services(self%handle)
    end function gantry_Component_services

    function gantry_Component_timer(self, method) result(timer)
        class(gantry_Component), intent(in) :: self
        character(len=*), intent(in) :: method
        type(gantry_Timer) :: timer
        timer%handle = gantry_c_timer(self%handle, method//c_null_char)
    end function gantry_Component_timer

    function gantry_Timer_start(self) result(running)
        class(gantry_Timer), intent(in) :: self
        type(c_ptr) :: running
        running = gantry_c_start(self%handle)
    end function gantry_Timer_start

    !> Sets a gov.cca.CCAException; reason is a gov_cca_CCAExceptionType.
    subroutine gantry_raise(error, reason, note)
        type(sidl_BaseException), intent(inout) :: error
        integer(c_int32_t), intent(in) :: reason
        character(len=*), intent(in) :: note
        call gantry_c_raise(error%sidl_handle, reason, note//c_null_char)
    end subroutine gantry_raise

end module gantry
