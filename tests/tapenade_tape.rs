//! Code of `adc tapenade` calls procedures that Tapenade's library has.

use crate::support::cli::Sandbox;
use crate::support::program::{printed, printed_alone};

/// Tapenade's library records no integers of one byte.
#[test]
fn tapes_are_those_of_tapenade() {
    let model = "subroutine top(nt, x, b, y)
   integer :: nt, m
   real(8) :: x(20), b(20), y
   y = 0
   m = 1
   call step(nt, m, x, b, y)
   call step(nt, m, x, b, y)
end subroutine top
subroutine step(nt, m, x, b, y)
   integer :: nt, t, i, m
   real(8) :: x(20), b(20), y
   do t = 1, nt
      do i = 1, 20
         m = mod(3*m + 1, 7)
         if (m < 3) then
            y = y + b(i)*x(i)
         end if
      end do
      x = x*b
   end do
end subroutine step
";
    let s = Sandbox::with(&[("t.f90", model)]);
    let line = "-b -split %all% -head 'top(y)/(x b)' t.f90";
    s.works(&format!("adc tapenade {line}"));
    let text = s.text("t_b.f90");
    assert!(text.contains("call pushinteger4array(branches"), "{text}");
    assert!(!text.contains("integer1array"), "{text}");
}

/// The procedures of Tapenade's library that record values, and `pop` in place of `push`.
const KIT: &str = "pushinteger4 pushinteger8 pushreal4 pushreal8 pushreal16 pushcomplex8 pushcomplex16 pushboolean
pushcharacter pushinteger4array pushinteger8array pushreal4array pushreal8array pushreal16array pushcomplex8array
pushcomplex16array pushcharacterarray pushbooleanarray pushcontrol1b pushcontrol2b pushcontrol3b pushcontrol4b
pushcontrol5b pushcontrol6b pushcontrol7b pushcontrol8b";

/// Integers of one and two bytes are recorded as integers of four: scalars and whole arrays.
#[test]
fn short_integers_are_recorded_in_four_bytes() {
    let model = "\
subroutine top(n, nt, mask, x, y)
  implicit none
  integer, intent(in) :: n, nt
  integer(1), intent(inout) :: mask(n)
  real(8), intent(inout) :: x(n)
  real(8), intent(out) :: y
  integer(2) :: pairs(2, 3)
  integer(1) :: state
  integer :: t, i
  pairs = 1_2
  state = 1_1
  do t = 1, nt
    call age(n, mask, pairs, state)
    do i = 1, n
      x(mask(i)) = x(mask(i))*sin(x(i)) + x(pairs(1, 2))
      if (x(i) > 1) then
        state = int(mod(state, 4_1) + 1_1, 1)
        x(state) = x(state)*x(pairs(2, 3))
      end if
    end do
  end do
  y = sum(x)
contains
  subroutine age(n, mask, pairs, state)
    integer, intent(in) :: n
    integer(1), intent(inout) :: mask(n), state
    integer(2), intent(inout) :: pairs(2, 3)
    mask = int(mod(3_1*mask + 1_1, 4_1) + 1_1, 1)
    pairs(:, 2:3) = mod(pairs(:, 2:3) + 2_2, 4_2) + 1_2
    state = int(mod(state + 1_1, 4_1) + 1_1, 1)
  end subroutine age
end subroutine top
";
    let driver = "\
program driver
  implicit none
  integer(1) :: mask(4)
  real(8) :: x(4), xb(4), y, yb
  integer :: k
  do k = 1, 2
    mask = [1_1, 2_1, 3_1, 4_1]
    x = [0.3d0, 0.6d0, 0.9d0, 1.2d0]
    xb = 77d0*k
    yb = 1
    call top_b(4, 5, mask, x, xb, y, yb)
    print '(4es24.16)', xb
  end do
end program driver
";
    let s = Sandbox::with(&[("short.f90", model)]);
    s.works("adc tapenade -b -head 'top(y)/(x)' short.f90");
    s.works("adc --reverse short.f90 --head 'top(y)/(x)' -o own.f90");
    let (text, own) = (s.text("short_b.f90"), s.text("own.f90"));
    for name in [
        "pushinteger1(state)",
        "pushinteger1array(mask",
        "pushinteger2array(pairs",
    ] {
        assert!(own.contains(name), "{own}");
    }
    let calls = |word: &str| {
        let named = text.split("call ").filter_map(|c| c.strip_prefix(word));
        let named = named.map(|c| c.split('(').next().unwrap_or_default().to_owned());
        named.collect::<Vec<_>>()
    };
    for name in calls("push").into_iter().chain(calls("pop")) {
        let known = KIT.split_whitespace().any(|k| k.strip_prefix("push") == Some(&name));
        assert!(known, "`{name}` is not Tapenade's:\n{text}");
    }
    let found = printed(&s, &["short.f90", "short_b.f90"], driver);
    assert_eq!(found, printed(&s, &["short.f90", "own.f90"], driver), "{text}");
    let lines: Vec<&str> = found.lines().collect();
    assert_eq!(lines[0], lines[1], "{text}");
}

/// The adjoint of a fixed-point loop repeats a part of Tapenade's stack; its body pushes and pops beyond this part.
#[test]
fn fixed_points_repeat_a_part_of_the_stack() {
    let model = "\
subroutine top(n, b, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: b(n)
  real(8), intent(out) :: y
  real(8) :: u(n), w, change
  integer :: i
  w = 1
  do i = 1, n
    w = w*sin(w + b(i))
  end do
  u = w
  change = 1
  !$AD FP-LOOP \"u\" adj_reduction=1.e-14
  do while (change > 1d-14)
    call relax(n, b, u, w, change)
  end do
  y = sum(u**2) + w
end subroutine top
subroutine relax(n, b, u, w, change)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: b(n), w
  real(8), intent(inout) :: u(n)
  real(8), intent(out) :: change
  real(8) :: t
  integer :: i, k
  change = 0
  do i = 1, n
    t = u(i)
    k = 0
    do while (t > 0.2d0 .and. k < 3)
      t = t*cos(t + b(i)*w)
      k = k + 1
    end do
    t = 0.3d0*t + b(i)
    change = max(change, abs(t - u(i)))
    u(i) = t
  end do
end subroutine relax
";
    let driver = "\
program driver
  implicit none
  real(8) :: b(3), bb(3), y, yb
  integer :: k
  do k = 1, 2
    b = [0.3d0, 0.6d0, 0.9d0]
    bb = 77d0*k
    yb = 1
    call top_b(3, b, bb, y, yb)
    print '(3es22.14)', bb
  end do
end program driver
";
    let kit = include_str!("support/kit.f90");
    let s = Sandbox::with(&[("top.f90", model), ("kit.f90", kit)]);
    s.works("adc tapenade -b -head 'top(y)/(b)' top.f90");
    s.works("adc --reverse top.f90 --head 'top(y)/(b)' -o own.f90");
    let text = s.text("top_b.f90");
    for name in ["adstack_startrepeat", "adstack_resetrepeat", "adstack_endrepeat"] {
        assert_eq!(text.matches(name).count(), 1, "{text}");
    }
    assert!(!text.contains("call adc_"), "{text}");
    s.compiles("kit.f90 top.f90 top_b.f90");
    let found = printed_alone(&s, &["kit.f90", "top.f90", "top_b.f90"], driver);
    assert_eq!(found, printed(&s, &["top.f90", "own.f90"], driver), "{text}");
    let lines: Vec<&str> = found.lines().collect();
    assert_eq!(lines[0], lines[1], "{text}");
}
