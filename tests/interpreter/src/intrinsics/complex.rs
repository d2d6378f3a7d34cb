//! Elementary functions of complex numbers. Inverse functions: the formulas of Kahan, with his branch cuts.

/// A complex number: its real and its imaginary part.
pub(super) type Complex = (f64, f64);

/// The function of a name.
pub(super) fn function(name: &str) -> Option<fn(Complex) -> Complex> {
    Some(match name {
        "sqrt" => sqrt,
        "exp" => exp,
        "log" => log,
        "sin" => |z| under_turns(sinh, z),
        "cos" => |z| cosh(turned(z)),
        "tan" => |z| under_turns(tanh, z),
        "sinh" => sinh,
        "cosh" => cosh,
        "tanh" => tanh,
        "asin" => asin,
        "acos" => acos,
        "atan" => |z| under_turns(atanh, z),
        "asinh" => |z| under_turns(asin, z),
        "acosh" => acosh,
        "atanh" => atanh,
        _ => return None,
    })
}

/// `i z`.
fn turned((x, y): Complex) -> Complex {
    (-y, x)
}

/// `-i f(i z)`.
fn under_turns(f: fn(Complex) -> Complex, z: Complex) -> Complex {
    let (x, y) = f(turned(z));
    (y, -x)
}

/// `z w`.
fn product((a, b): Complex, (c, d): Complex) -> Complex {
    (a * c - b * d, a * d + b * c)
}

fn conjugate((x, y): Complex) -> Complex {
    (x, -y)
}

/// The root with a real part that is not negative.
fn sqrt((x, y): Complex) -> Complex {
    if x == 0.0 && y == 0.0 {
        return (0.0, y);
    }
    if y.is_infinite() {
        return (f64::INFINITY, y);
    }
    let half = ((x.abs() / 2.0) + (x / 2.0).hypot(y / 2.0)).sqrt();
    let other = y.abs() / (2.0 * half);
    if x >= 0.0 {
        (half, other.copysign(y))
    } else {
        (other, half.copysign(y))
    }
}

fn exp((x, y): Complex) -> Complex {
    if y == 0.0 {
        return (x.exp(), y);
    }
    let e = x.exp();
    (e * y.cos(), e * y.sin())
}

fn log((x, y): Complex) -> Complex {
    let r = x.hypot(y);
    let modulus = if (0.5..2.0).contains(&r) {
        let (large, small) = (x.abs().max(y.abs()), x.abs().min(y.abs()));
        ((large - 1.0) * (large + 1.0) + small * small).ln_1p() / 2.0
    } else {
        r.ln()
    };
    (modulus, y.atan2(x))
}

fn sinh((x, y): Complex) -> Complex {
    (x.sinh() * y.cos(), x.cosh() * y.sin())
}

fn cosh((x, y): Complex) -> Complex {
    (x.cosh() * y.cos(), x.sinh() * y.sin())
}

fn tanh((x, y): Complex) -> Complex {
    let (sine, cosine) = y.sin_cos();
    if x.abs() > 20.0 {
        return (1.0f64.copysign(x), 4.0 * sine * cosine * (-2.0 * x.abs()).exp());
    }
    let s = x.sinh();
    let below = s * s + cosine * cosine;
    (s * x.cosh() / below, sine * cosine / below)
}

fn asin((x, y): Complex) -> Complex {
    let below = sqrt((1.0 - x, -y));
    let above = sqrt((1.0 + x, y));
    let re = x.atan2(product(below, above).0);
    (re, product(conjugate(below), above).1.asinh())
}

fn acos((x, y): Complex) -> Complex {
    let below = sqrt((1.0 - x, -y));
    let above = sqrt((1.0 + x, y));
    let re = 2.0 * below.0.atan2(above.0);
    (re, product(conjugate(above), below).1.asinh())
}

fn acosh((x, y): Complex) -> Complex {
    let below = sqrt((x - 1.0, y));
    let above = sqrt((x + 1.0, y));
    let re = product(conjugate(below), above).0.asinh();
    (re, 2.0 * below.1.atan2(above.0))
}

fn atanh((x, y): Complex) -> Complex {
    let re = ((4.0 * x.abs() / ((1.0 - x.abs()).powi(2) + y * y)).ln_1p() / 4.0).copysign(x);
    (re, (2.0 * y).atan2((1.0 - x) * (1.0 + x) - y * y) / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close((a, b): Complex, (c, d): Complex) {
        assert!((a - c).hypot(b - d) < 1e-14, "{a:e} {b:e}: {c:e} {d:e} is due");
    }

    #[test]
    fn inverse_functions_undo_functions() {
        let pairs = [
            ("sin", "asin"),
            ("cos", "acos"),
            ("tan", "atan"),
            ("sinh", "asinh"),
            ("cosh", "acosh"),
            ("tanh", "atanh"),
            ("exp", "log"),
        ];
        for z in [(0.7, 0.4), (-0.7, 0.4), (-0.3, -1.4), (2.3, -0.1)] {
            for (name, inverse) in pairs {
                let (Some(f), Some(g)) = (function(name), function(inverse)) else {
                    continue;
                };
                close(f(g(z)), z);
            }
            let root = sqrt(z);
            close(product(root, root), z);
        }
    }

    #[test]
    fn branch_cuts_follow_the_sign_of_zero() {
        close(sqrt((-4.0, -0.0)), (0.0, -2.0));
        close(log((-1.0, 0.0)), (0.0, std::f64::consts::PI));
        close(acosh((-0.7, -0.4)), {
            let (x, y) = acosh((-0.7, 0.4));
            (x, -y)
        });
    }
}
