//! Variables that are read not by a statement, but by a declaration, as the index of a loop, or by a procedure without
//! source.

use crate::support::cli::Sandbox;

#[track_caller]
fn adjoint(source: &str, options: &str) -> String {
    let s = Sandbox::with(&[
        ("head.f90", source),
        (
            "ext.toml",
            "[ext]\narguments = [\"x\"]\nwrites = []\nresult = \"r\"\ndepends = { r = [\"x\"] }\n",
        ),
    ]);
    s.works(&format!(
        "adc --reverse head.f90 --head 'head(y)/(x)' {options} -o head_b.f90"
    ));
    std::fs::read_to_string(s.path("head_b.f90")).unwrap()
}

/// A variable that determines the size of an array must not be set earlier than in the original.
#[test]
fn state_that_declarations_read_is_set_where_it_was() {
    let text = adjoint(
        "module m
           integer :: n = 1
         contains
           subroutine init()
             logical, save :: first = .true.
             if (first) then
               n = 3
               first = .false.
             end if
           end subroutine
           function g(x) result(r)
             real(8), intent(in) :: x
             real(8) :: r, w(n)
             w = x
             r = sum(w**2)
           end function
           subroutine head(x, y)
             real(8) :: x, y
             y = g(x)
             call init()
             y = y*g(y*x)
           end subroutine
         end module
        ",
        "",
    );
    assert!(text.contains("call init"), "{text}");
}

/// A described procedure may read the index of a loop that is a variable of a module.
#[test]
fn indices_may_be_read_by_what_is_described() {
    let text = adjoint(
        "module mg
           integer :: k
         end module
         subroutine head(x, y)
           use mg
           real(8) :: x, y
           real(8), external :: ext
           y = x
           do k = 1, 3
             y = y*x
           end do
           y = ext(x)*y
           do k = 1, 7
             y = y*x
           end do
         end subroutine
        ",
        "--external ext.toml",
    );
    let restored = text.find("popinteger4(k)").unwrap_or_else(|| panic!("{text}"));
    let called = text.find("call ext_b").unwrap_or_else(|| panic!("{text}"));
    assert!(restored < called, "{text}");
}
