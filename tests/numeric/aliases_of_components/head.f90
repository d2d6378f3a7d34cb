! Pointer components that only the caller associates: of a module's object, of an argument, of a list's elements.
!
! head: head(y)/(t, box)
! caller outer(y)/(x) tests/numeric/aliases_of_components
! arg x real8(6) 0.7 1.1 0.4 0.9 1.3 0.6
! arg y real8(6,7)
module aliases_of_components_m
  implicit none
  type :: view
    real(8), pointer :: v(:) => null()
    real(8) :: weight = 0.5d0
  end type view
  type :: field
    real(8) :: a(3) = 0.25d0
    real(8), allocatable :: values(:)
  end type field
  type(view) :: seen
  type(view), target :: more(2)
  type(view), pointer :: any => null()
  type(field), target :: store
  type(field), pointer :: f => null()
contains
  subroutine head(t, box, y)
    real(8), intent(inout), target :: t(:)
    type(view), intent(inout) :: box
    real(8), intent(out) :: y(6)
    integer :: i

    do i = 1, 3
      seen%v(i) = seen%v(i)*t(i) + box%v(i)
      box%v(i) = seen%v(i)*t(i + 1)
    end do
    y(1) = sum(t)*box%weight + box%v(2)

    ! parts of objects
    store%a = store%a*t(:3)
    f%a(2) = store%a(2)*store%a(1) + seen%v(1)
    y(2) = sum(store%a) + f%a(1)*f%a(2)
    store%values = t(1:2)*2
    f%values(1) = f%values(2)*store%values(1)
    y(3) = sum(store%values)*f%values(2)

    ! elements of arrays of objects, and a pointer to one of them
    more(1)%v(2) = any%v(1)*t(2)
    any%weight = any%weight*any%v(2)
    y(4) = more(1)%v(2)*more(2)%v(1) + more(2)%weight*any%v(1) + more(1)%weight

    ! a callee that receives the object
    call scale(box)
    y(5) = sum(t)*seen%v(3)

    ! a reduction over one memory by many names
    y(6) = 0
    do i = 1, 3
      y(6) = y(6) + t(i)*seen%v(i)*box%v(i)*f%a(i) - any%v(2)*t(i)
    end do
  end subroutine head

  subroutine scale(b)
    type(view), intent(inout) :: b
    integer :: i
    do i = 1, 2
      b%v(i) = seen%v(i + 1)*b%v(i)*b%weight
      f%a(i) = b%v(i + 1)
    end do
  end subroutine scale
end module aliases_of_components_m
