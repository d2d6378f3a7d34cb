! Names of 62 and 63 characters, some of which differ in their last ones only.
! head: head(y)/(x, z)
! arg x real8(2)
! arg z real8(2)
! arg y real8
module module_long_name_that_goes_on_and_on_up_to_the_limit_of_the_st
  implicit none
  type type_long_name_that_goes_on_and_on_up_to_the_limit_of_the_stand
    real(8) :: component_long_name_that_goes_on_and_on_up_to_the_limit_of_the_(2)
  end type
  type(type_long_name_that_goes_on_and_on_up_to_the_limit_of_the_stand) :: local_long_name_that_goes_on_and_on_up_to_the_limit_of_the_stan
contains
  function function_long_name_that_goes_on_and_on_up_to_the_limit_of_the_(value_long_name_that_goes_on_and_on_up_to_the_limit_of_the_stan) result(weight_long_name_that_goes_on_and_on_up_to_the_limit_of_the_st)
    real(8), intent(in) :: value_long_name_that_goes_on_and_on_up_to_the_limit_of_the_stan
    real(8) :: weight_long_name_that_goes_on_and_on_up_to_the_limit_of_the_st
    weight_long_name_that_goes_on_and_on_up_to_the_limit_of_the_st = value_long_name_that_goes_on_and_on_up_to_the_limit_of_the_stan*sin(value_long_name_that_goes_on_and_on_up_to_the_limit_of_the_stan)
    if (weight_long_name_that_goes_on_and_on_up_to_the_limit_of_the_st > 0.1d0) weight_long_name_that_goes_on_and_on_up_to_the_limit_of_the_st = weight_long_name_that_goes_on_and_on_up_to_the_limit_of_the_st*local_long_name_that_goes_on_and_on_up_to_the_limit_of_the_stan%component_long_name_that_goes_on_and_on_up_to_the_limit_of_the_(1)
  end function
end module
subroutine subroutine_long_name_that_goes_on_and_on_up_to_the_limit_of_t_b(a)
  implicit none
  real(8), intent(inout) :: a
  real(8) :: value_long_name_that_goes_on_and_on_up_to_the_limit_of_the_stan
  real(8) :: weight_long_name_that_goes_on_and_on_up_to_the_limit_of_the_st(2)
  common /block_long_name_that_goes_on_and_on_up_to_the_limit_of_the_stan/ &
    value_long_name_that_goes_on_and_on_up_to_the_limit_of_the_stan
  common /block_long_name_that_goes_on_and_on_up_to_the_limit_of_the_stqq/ &
    weight_long_name_that_goes_on_and_on_up_to_the_limit_of_the_st
  value_long_name_that_goes_on_and_on_up_to_the_limit_of_the_stan = a*value_long_name_that_goes_on_and_on_up_to_the_limit_of_the_stan
  weight_long_name_that_goes_on_and_on_up_to_the_limit_of_the_st = weight_long_name_that_goes_on_and_on_up_to_the_limit_of_the_st*a*value_long_name_that_goes_on_and_on_up_to_the_limit_of_the_stan
  a = 0.3d0*a + 0.1d0*value_long_name_that_goes_on_and_on_up_to_the_limit_of_the_stan*weight_long_name_that_goes_on_and_on_up_to_the_limit_of_the_st(1)
end subroutine
subroutine head(x, z, y)
  use module_long_name_that_goes_on_and_on_up_to_the_limit_of_the_st
  implicit none
  real(8), intent(in) :: x(2)
  real(8), intent(in) :: z(2)
  real(8), intent(out) :: y
  real(8) :: value_long_name_that_goes_on_and_on_up_to_the_limit_of_the_stan
  real(8) :: weight_long_name_that_goes_on_and_on_up_to_the_limit_of_the_st(2)
  common /block_long_name_that_goes_on_and_on_up_to_the_limit_of_the_stan/ &
    value_long_name_that_goes_on_and_on_up_to_the_limit_of_the_stan
  common /block_long_name_that_goes_on_and_on_up_to_the_limit_of_the_stqq/ &
    weight_long_name_that_goes_on_and_on_up_to_the_limit_of_the_st
  local_long_name_that_goes_on_and_on_up_to_the_limit_of_the_stan%component_long_name_that_goes_on_and_on_up_to_the_limit_of_the_ = x
  value_long_name_that_goes_on_and_on_up_to_the_limit_of_the_stan = x(1)*z(2)
  weight_long_name_that_goes_on_and_on_up_to_the_limit_of_the_st = z
  y = weight_long_name_that_goes_on_and_on_up_to_the_limit_of_the_st(2)
  call subroutine_long_name_that_goes_on_and_on_up_to_the_limit_of_t_b(y)
  call subroutine_long_name_that_goes_on_and_on_up_to_the_limit_of_t_b(y)
  y = function_long_name_that_goes_on_and_on_up_to_the_limit_of_the_ &
    (y)*value_long_name_that_goes_on_and_on_up_to_the_limit_of_the_stan*weight_long_name_that_goes_on_and_on_up_to_the_limit_of_the_st(2)
end subroutine
