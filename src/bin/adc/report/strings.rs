//! Lists in which each entry has a number, and is kept once.

use std::collections::HashMap;

/// Texts with numbers.
#[derive(Default)]
pub struct Strings {
    numbers: HashMap<String, usize>,
    all: Vec<String>,
}

impl Strings {
    /// The number of a text.
    pub fn number(&mut self, text: &str) -> usize {
        if let Some(&known) = self.numbers.get(text) {
            return known;
        }
        self.numbers.insert(text.to_string(), self.all.len());
        self.all.push(text.to_string());
        self.all.len() - 1
    }

    /// The texts in the order of their numbers.
    pub fn into_list(self) -> Vec<String> {
        self.all
    }

    /// The same, without an end to it.
    pub fn list(&self) -> &[String] {
        &self.all
    }
}

impl From<Vec<String>> for Strings {
    fn from(all: Vec<String>) -> Strings {
        let numbers = all.iter().cloned().zip(0..).collect();
        Strings { numbers, all }
    }
}
