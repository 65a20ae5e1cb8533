//! JSON, as far as case files have it. Numbers stay text, because 64 bits and floats need all of their digits.
#![allow(dead_code)]

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    Null,
    Bool(bool),
    Number(String),
    Text(String),
    List(Vec<Json>),
    Object(BTreeMap<String, Json>),
}

impl Json {
    pub fn get(&self, name: &str) -> Option<&Json> {
        match self {
            Json::Object(members) => members.get(name),
            _ => None,
        }
    }

    pub fn text(&self) -> &str {
        match self {
            Json::Text(text) | Json::Number(text) => text,
            _ => panic!("{self:?} is no text"),
        }
    }

    pub fn list(&self) -> &[Json] {
        match self {
            Json::List(items) => items,
            _ => panic!("{self:?} is no list"),
        }
    }

    pub fn integers(&self) -> Vec<i64> {
        self.list().iter().map(|item| item.text().parse().unwrap()).collect()
    }
}

pub struct Reader<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    pub fn parse(text: &'a str) -> Json {
        let mut reader = Reader { text: text.as_bytes(), at: 0 };
        let value = reader.value();
        reader.space();
        assert_eq!(reader.at, reader.text.len(), "something follows the value");
        value
    }

    fn space(&mut self) {
        while self.text.get(self.at).map_or(false, |byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    fn take(&mut self, word: &str) -> bool {
        self.space();
        let is_there = self.text[self.at..].starts_with(word.as_bytes());
        self.at += if is_there { word.len() } else { 0 };
        is_there
    }

    fn value(&mut self) -> Json {
        if self.take("null") {
            return Json::Null;
        }
        for (word, value) in [("true", true), ("false", false)] {
            if self.take(word) {
                return Json::Bool(value);
            }
        }
        if self.take("\"") {
            return Json::Text(self.string());
        }
        if self.take("[") {
            let mut items = Vec::new();
            while !self.take("]") {
                items.push(self.value());
                self.take(",");
            }
            return Json::List(items);
        }
        if self.take("{") {
            let mut members = BTreeMap::new();
            while !self.take("}") {
                assert!(self.take("\""), "a name at {}", self.at);
                let name = self.string();
                assert!(self.take(":"), "a colon at {}", self.at);
                let value = self.value();
                members.insert(name, value);
                self.take(",");
            }
            return Json::Object(members);
        }
        let begin = self.at;
        while self.text.get(self.at).map_or(false, |byte| b"+-.eE".contains(byte) || byte.is_ascii_digit()) {
            self.at += 1;
        }
        assert!(self.at > begin, "a value at {begin}");
        Json::Number(String::from_utf8(self.text[begin..self.at].to_vec()).unwrap())
    }

    fn string(&mut self) -> String {
        let mut bytes = Vec::new();
        loop {
            let byte = self.text[self.at];
            self.at += 1;
            match byte {
                b'"' => return String::from_utf8(bytes).unwrap(),
                b'\\' => {
                    let escaped = self.text[self.at];
                    self.at += 1;
                    match escaped {
                        b'n' => bytes.push(b'\n'),
                        b't' => bytes.push(b'\t'),
                        b'u' => {
                            let digits = std::str::from_utf8(&self.text[self.at..self.at + 4]).unwrap();
                            let code = char::from_u32(u32::from_str_radix(digits, 16).unwrap()).unwrap_or('?');
                            bytes.extend(code.to_string().bytes());
                            self.at += 4;
                        }
                        other => bytes.push(other),
                    }
                }
                _ => bytes.push(byte),
            }
        }
    }
}

/// The cases of all files of a folder, each with the name of its file. None outside of a checkout.
pub fn cases() -> Vec<(String, Json)> {
    let folder = std::env::var_os("STREW_CASES").map_or_else(|| PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../tests/cases")), PathBuf::from);
    let mut files: Vec<PathBuf> = fs::read_dir(folder).map_or(Vec::new(), |entries| entries.map(|entry| entry.unwrap().path()).collect());
    files.retain(|file| file.extension().map_or(false, |suffix| suffix == "json"));
    files.sort();
    let mut found = Vec::new();
    for file in files {
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        for case in Reader::parse(&fs::read_to_string(&file).unwrap()).list() {
            found.push((name.clone(), case.clone()));
        }
    }
    found
}
