//! What is known of the lines of a program: active variables, and what the adjoint records.

use adc::{Error, Place, Program, Request, TapeRow};

/// What is known of a line.
pub struct LineNote {
    /// The file, and the line from 1.
    pub place: (String, usize),
    /// The text.
    pub text: String,
}

impl LineNote {
    fn at(place: &Place, text: String) -> LineNote {
        LineNote {
            place: (place.file.clone(), place.line),
            text,
        }
    }
}

/// The notes on all lines of a program. `has_tape`: the adjoint is wanted.
///
/// # Errors
/// As the analysis and the plan.
pub fn notes(program: &Program, request: &Request, has_tape: bool) -> Result<Vec<LineNote>, Error> {
    let (heads, options) = (&request.heads, &request.options);
    let analysis = program.analyse(heads, options)?;
    let procedures = analysis.procedures()?;
    let openings = procedures.iter().map(|p| LineNote::at(&p.place, p.activity.clone()));
    let lines = analysis.active_names()?.into_iter().map(|n| LineNote {
        text: format!("active: {}", n.texts.join(", ")),
        place: (n.file, n.line),
    });
    let mut all: Vec<LineNote> = openings.chain(lines).collect();
    if has_tape {
        for tape in program.plan(heads, options)?.tapes()? {
            all.extend(tape.place.map(|p| LineNote::at(&p, format!("tape: {}", tape.total))));
            let rows = tape.rows.iter();
            all.extend(rows.filter_map(|r| Some(LineNote::at(r.place.as_ref()?, row(r)))));
        }
    }
    Ok(all)
}

fn row(r: &TapeRow) -> String {
    if let (true, Some(count)) = (r.is_loop, r.size.strip_prefix("x ")) {
        return format!("iterations: {count}");
    }
    let words = [&r.what, &r.size, &r.why];
    let words = words.into_iter().filter(|w| !w.is_empty());
    words.map(String::as_str).collect::<Vec<_>>().join(", ")
}
