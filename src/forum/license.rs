//! The licence of a post. Newer dumps name it; before, it follows from the day the post was made
//! (<https://stackoverflow.com/help/licensing>).

/// The licence: the post's own field, else by its date (`2011-04-08…` and `2018-05-02…` are the first days of the
/// later versions). A date that cannot be read gives the newest one, which asks for the same attribution.
pub fn of_post(own: Option<&str>, created: &str) -> String {
    if let Some(own) = own.map(str::trim).filter(|l| !l.is_empty()) {
        return own.to_string();
    }
    let day = created.get(..10).filter(|d| d.bytes().all(|b| b.is_ascii_digit() || b == b'-')).unwrap_or("9999-12-31");
    let version = match day {
        d if d < "2011-04-08" => "2.5",
        d if d < "2018-05-02" => "3.0",
        _ => "4.0",
    };
    format!("CC BY-SA {version}")
}

/// The licence's text on the web, where it is one of Creative Commons.
pub fn link(license: &str) -> Option<String> {
    let version = license.strip_prefix("CC BY-SA ")?;
    let plain = !version.is_empty() && version.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    plain.then(|| format!("https://creativecommons.org/licenses/by-sa/{version}/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_field_and_by_date() {
        assert_eq!(of_post(Some("CC BY-SA 4.0"), "2010-01-01"), "CC BY-SA 4.0");
        for (created, version) in [
            ("2011-04-07T23:59:59.999", "2.5"),
            ("2011-04-08T00:00:00.000", "3.0"),
            ("2018-05-01T23:59:59.999", "3.0"),
            ("2018-05-02T00:00:00.000", "4.0"),
            ("soon", "4.0"),
        ] {
            assert_eq!(of_post(None, created), format!("CC BY-SA {version}"), "{created}");
        }
        assert_eq!(of_post(Some(" "), "2012-01-01T"), "CC BY-SA 3.0");
        assert_eq!(link("CC BY-SA 2.5").as_deref(), Some("https://creativecommons.org/licenses/by-sa/2.5/"));
        assert_eq!(link("CC0"), None);
    }
}
