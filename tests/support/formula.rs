//! Values of the formulas that `adc analyze --show tape` prints: Fortran expressions of integers.

/// The value of a formula; `name` gives that of a variable, `size` the extent of an array in a dimension. `None` if it
/// names something else.
pub fn value(text: &str, name: &dyn Fn(&str) -> Option<i64>, size: &dyn Fn(&str, i64) -> Option<i64>) -> Option<i64> {
    let mut at = Reader {
        rest: text.trim(),
        name,
        size,
    };
    let value = at.sum()?;
    at.rest.is_empty().then_some(value)
}

struct Reader<'t> {
    rest: &'t str,
    name: &'t dyn Fn(&str) -> Option<i64>,
    size: &'t dyn Fn(&str, i64) -> Option<i64>,
}

impl<'t> Reader<'t> {
    /// Consumes a sign and the blanks after it.
    fn takes(&mut self, sign: &str) -> bool {
        let found = self.rest.strip_prefix(sign);
        self.rest = found.unwrap_or(self.rest).trim_start();
        found.is_some()
    }

    fn word(&mut self) -> Option<&'t str> {
        let end = self.rest.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '%');
        let (word, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        self.rest = rest.trim_start();
        (!word.is_empty()).then_some(word)
    }

    fn sum(&mut self) -> Option<i64> {
        let mut value = if self.takes("-") {
            -self.product()?
        } else {
            self.product()?
        };
        loop {
            if self.takes("+") {
                value += self.product()?;
            } else if self.takes("-") {
                value -= self.product()?;
            } else {
                return Some(value);
            }
        }
    }

    fn product(&mut self) -> Option<i64> {
        let mut value = self.power()?;
        loop {
            if self.takes("*") {
                value *= self.power()?;
            } else if self.takes("/") {
                value /= self.power()?;
            } else {
                return Some(value);
            }
        }
    }

    fn power(&mut self) -> Option<i64> {
        let base = self.single()?;
        if !self.takes("**") {
            return Some(base);
        }
        Some(base.pow(u32::try_from(self.single()?).ok()?))
    }

    fn single(&mut self) -> Option<i64> {
        if self.takes("(") {
            let value = self.sum()?;
            return self.takes(")").then_some(value);
        }
        let word = self.word()?;
        if let Ok(number) = word.parse() {
            return Some(number);
        }
        if !self.takes("(") {
            return (self.name)(word);
        }
        let value = match word {
            "max" => {
                let mut largest = self.sum()?;
                while self.takes(",") {
                    largest = largest.max(self.sum()?);
                }
                largest
            }
            // int(sqrt(real(n)))
            "int" | "real" => self.sum()?,
            "sqrt" => self.sum()?.max(0).isqrt(),
            "size" => {
                let array = self.word()?;
                let dimension = if self.takes(",") { self.sum()? } else { return None };
                (self.size)(array, dimension)?
            }
            _ => return None,
        };
        self.takes(")").then_some(value)
    }
}

#[test]
fn formulas_have_values() {
    let name = |n: &str| [("n", 5), ("state%k", 3)].into_iter().find(|x| x.0 == n).map(|x| x.1);
    let size = |a: &str, d: i64| (a == "u" && d == 2).then_some(7);
    let of = |text: &str| value(text, &name, &size);
    assert_eq!(of("8*n**2*state%k - 4*n + 1"), Some(8 * 25 * 3 - 20 + 1));
    assert_eq!(of("max(n, 3*(n - 1), 2) + size(u, 2)"), Some(19));
    assert_eq!(of("(n*n + n)/2 + ((n + 1)/4)*4"), Some(19));
    assert_eq!(of("8*int(sqrt(real(n + 5))) + 8"), Some(32));
    assert_eq!(of("8*m"), None);
    assert_eq!(of("8*(number of iterations of the loop on line 7)"), None);
}
