//! `adc report`: pages with the data of programs.

use crate::support::cli::Sandbox;
use serde_json::Value;
use std::path::Path;

/// The data of a page.
fn data(page: &str) -> Value {
    let (_, rest) = page.split_once("id=\"data\">").expect("the page has no data");
    let (json, _) = rest.split_once("</script>").expect("the data have no end");
    serde_json::from_str(json).unwrap()
}

/// A folder with the sources of an example.
fn example(name: &str, files: &[&str]) -> Sandbox {
    let s = Sandbox::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples").join(name);
    for f in files {
        s.file(f, &std::fs::read(folder.join(f)).unwrap());
    }
    s
}

fn list(v: &Value) -> &[Value] {
    v.as_array().map_or(&[], Vec::as_slice)
}

fn number(v: &Value) -> usize {
    usize::try_from(v.as_u64().unwrap()).unwrap()
}

/// A line of a text.
fn line(text: &Value, number: usize) -> &str {
    text.as_str().unwrap().lines().nth(number - 1).unwrap()
}

/// Every procedure of the sources is listed, on the line where it begins.
fn has_all_procedures(d: &Value) {
    let mut begun = 0;
    for f in list(&d["files"]) {
        let text = f["text"].as_str().unwrap().to_lowercase();
        let opens = |l: &&str| {
            let l = l.trim_start();
            (l.contains("subroutine ") || l.contains("function ")) && !l.starts_with(['e', '!', 'c'])
        };
        begun += text.lines().filter(opens).count();
    }
    let all = list(&d["procedures"]);
    assert_eq!(all.len(), begun);
    for p in all {
        let opening = line(&d["files"][number(&p["file"])]["text"], number(&p["line"])).to_lowercase();
        let name = p["name"].as_str().unwrap().to_lowercase();
        assert!(opening.contains(&name), "{name} is not on `{opening}`");
        for c in list(&p["calls"]) {
            assert!(number(c) < all.len());
        }
    }
}

/// The lines of the derivative lead to lines of the sources, and most statements have such a link.
fn links_hold(d: &Value) {
    let derivative = &d["derivative"];
    let mut last = 0;
    let origins = list(&derivative["origins"]);
    for o in origins {
        let [made, file, from] = [0, 1, 2].map(|k| number(&o[k]));
        assert!(made >= last, "lines are in order");
        last = made;
        assert!(!line(&derivative["text"], made).trim().is_empty());
        assert!(!line(&d["files"][file]["text"], from).trim().is_empty());
    }
    // copies of the user's statements are on lines with the same words
    let squeezed = |t: &str| t.split_whitespace().collect::<String>().to_lowercase();
    let equal = origins.iter().filter(|o| {
        let source = line(&d["files"][number(&o[1])]["text"], number(&o[2]));
        squeezed(line(&derivative["text"], number(&o[0]))) == squeezed(source)
    });
    assert!(
        equal.count() * 8 > origins.len(),
        "too few copies among {}",
        origins.len()
    );
    let text = derivative["text"].as_str().unwrap();
    let linked: std::collections::HashSet<usize> = origins.iter().map(|o| number(&o[0])).collect();
    let assigns = |l: &str| !l.trim_start().starts_with(['!', '&']) && l.contains(" = ") && !l.contains("::");
    let assigning = (1..).zip(text.lines()).filter(|(_, l)| assigns(l));
    let (with, without): (Vec<_>, Vec<_>) = assigning.partition(|(n, _)| linked.contains(n));
    assert!(with.len() > 4 * without.len(), "lines without a link: {without:#?}");
}

/// The page is alone: it names no network and no other file.
fn is_alone(page: &str, d: &Value) {
    let (before, rest) = page.split_once("id=\"data\">").unwrap();
    let (_, after) = rest.split_once("</script>").unwrap();
    for part in [before, after] {
        let own = part.replace("http://www.w3.org/2000/svg", "");
        for word in ["http:", "https:", "src=", "@import", "url(", "fetch("] {
            assert!(!own.contains(word), "{word}");
        }
    }
    assert_eq!(d["format"], 1);
}

#[test]
fn pages_have_the_facts_about_examples() {
    let heat = example("heat", &["grid.f90", "sensors.f90", "heat.f90"]);
    let flow = example("f77flow", &["channel.f"]);
    let runs = [
        (&heat, "grid.f90 sensors.f90 heat.f90 --head 'misfit(cost)/(u0, kappa)'"),
        (&flow, "channel.f --head 'cost(fc)/(cf, qin)' --mode tangent"),
    ];
    for (s, arguments) in runs {
        s.works(&format!("adc report {arguments} -q"));
        let page = s.text("report.html");
        let d = data(&page);
        has_all_procedures(&d);
        links_hold(&d);
        is_alone(&page, &d);
        let head = list(&d["procedures"]).iter().find(|p| p["head"] == true).unwrap();
        assert!(head["active"] == true && head["cost"]["flops"].as_f64() > head["cost"]["primal"].as_f64());
    }
    // what `--show tape` prints is in the page
    let d = data(&heat.text("report.html"));
    let tape = heat.works("adc analyze grid.f90 sensors.f90 heat.f90 --head 'misfit(cost)/(u0, kappa)' --show tape -q");
    for p in list(&d["procedures"]).iter().filter(|p| !p["tape"].is_null()) {
        assert!(tape
            .out
            .contains(&format!("total: {}\n", p["tape"]["total"].as_str().unwrap())));
    }
    assert!(
        list(&d["rows"]).iter().any(|r| number(&r[7]) > 0),
        "no record has a reason"
    );
}

#[test]
fn pages_compare_two_runs() {
    let s = example("heat", &["grid.f90", "sensors.f90", "heat.f90"]);
    let run = "adc report grid.f90 sensors.f90 heat.f90 --head 'misfit(cost)/(u0, kappa)' -q";
    s.works(&format!("{run} --checkpoint none -o before.json"));
    s.works(&format!("{run} --checkpoint none -o same.html --against before.json"));
    let same = data(&s.text("same.html"));
    assert!(list(&same["against"]["procedures"]).is_empty() && list(&same["against"]["lines"]).is_empty());
    // the same from a page, with a comment before all lines, which are then elsewhere
    s.file("heat.f90", format!("! a comment\n\n{}", s.text("heat.f90")).as_bytes());
    s.works(&format!("{run} --checkpoint calls -o after.html --against same.html"));
    let against = &data(&s.text("after.html"))["against"];
    assert!(against["command"].as_str().unwrap().contains("--checkpoint none"));
    assert!(!list(&against["procedures"]).is_empty(), "no figures differ");
    let lines = list(&against["lines"]);
    assert!(
        !lines.is_empty() && lines.iter().all(|l| number(&l[2]) != 9),
        "{lines:?}"
    );
    let refused = s.fails(&format!("{run} --against heat.f90"), 2, &[]);
    assert!(
        refused.err.contains("cannot compare with `heat.f90`"),
        "{}",
        refused.err
    );
}

#[test]
fn pages_say_what_was_refused() {
    let s = Sandbox::with(&[(
        "f.f90",
        "subroutine f(x, y)\n   real(8), intent(in) :: x\n   real(8), intent(out) :: y\n   real(8) :: t\n   \
         t = 2*x\n   if (x > 1) read (*, *) t\n   y = t*t\nend subroutine f\n",
    )]);
    let run = s.line("adc report f.f90 --head 'f(y)/(x)' -o f.html");
    assert_eq!(run.status, 1, "{}", run.err);
    assert!(!run.err.contains("nothing was written"), "{}", run.err);
    let d = data(&s.text("f.html"));
    assert!(d["derivative"].is_null());
    let errors: Vec<_> = list(&d["messages"])
        .iter()
        .filter(|m| m["severity"] == "error")
        .collect();
    assert!(!errors.is_empty() && errors.iter().all(|m| run.err.contains(m["code"].as_str().unwrap())));
}
