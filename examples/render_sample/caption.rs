//! Five sentences about a picture. Each tells something that no other thing of the picture could also answer to: a
//! single thing only where its class occurs once, a number only where no other class has it.

use super::class::Class;
use super::paint::{Color, Stuff};
use super::world::{Stand, World};
use std::collections::BTreeMap;

/// A piece of a caption.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece {
    Words(String),
    /// A noun phrase about things, or about the place (no things).
    Phrase {
        things: Vec<usize>,
        kind: &'static str,
        text: String,
    },
}

/// A caption, its pieces separated by blanks.
pub type Caption = Vec<Piece>;

const NUMBERS: [&str; 10] = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

/// The text, tokenised as Flickr30K's captions are.
pub fn text(caption: &Caption) -> String {
    let words: Vec<&str> = caption
        .iter()
        .map(|p| match p {
            Piece::Words(t) | Piece::Phrase { text: t, .. } => t.as_str(),
        })
        .collect();
    words.join(" ")
}

fn words(text: &str) -> Piece {
    Piece::Words(text.to_string())
}

/// The adjective of a material.
fn made_of(stuff: Stuff) -> Option<&'static str> {
    Some(match stuff {
        Stuff::Ceramic => "ceramic",
        Stuff::Fabric => "fabric",
        Stuff::Glass => "glass",
        Stuff::Leather => "leather",
        Stuff::Metal => "metal",
        Stuff::Paper => "paper",
        Stuff::Plastic => "plastic",
        Stuff::Rattan => "rattan",
        Stuff::Stone => "stone",
        Stuff::Wood => "wooden",
        Stuff::Brick => "brick",
        _ => return None,
    })
}

fn article(next: &str) -> &'static str {
    if next.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" }
}

/// Writes captions of one picture.
struct Author<'a> {
    world: &'a mut World,
    counts: BTreeMap<&'static str, Vec<usize>>,
}

/// Five different captions; the same picture always gets the same ones.
pub fn captions(world: &mut World) -> Vec<Caption> {
    let mut counts: BTreeMap<&'static str, Vec<usize>> = BTreeMap::new();
    for (i, t) in world.things.iter().enumerate().filter(|(_, t)| t.worn_by.is_none()) {
        counts.entry(t.class.noun).or_default().push(i);
    }
    let mut author = Author { world, counts };
    let mut others = author.couples();
    others.extend(author.people(true));
    let mut spare = author.present();
    spare.extend(author.groups(true));
    spare.extend(author.singles(true));
    let mut pools = [author.people(false), author.groups(false), author.singles(false), others];
    for pool in &mut pools {
        author.world.rng.shuffle(pool);
    }
    pools[3].splice(0..0, spare);
    let mut out: Vec<Caption> = Vec::new();
    while out.len() < 5 && pools.iter().any(|p| !p.is_empty()) {
        for pool in &mut pools {
            if let Some(mut caption) = pool.pop().filter(|_| out.len() < 5) {
                capitalize(&mut caption);
                if out.iter().all(|c| text(c) != text(&caption)) {
                    out.push(caption);
                }
            }
        }
    }
    out
}

fn capitalize(caption: &mut Caption) {
    if let Some(Piece::Words(t) | Piece::Phrase { text: t, .. }) = caption.first_mut() {
        let first = t.remove(0).to_ascii_uppercase();
        t.insert(0, first);
    }
}

impl Author<'_> {
    fn phrase(&self, things: Vec<usize>, kind: &'static str, rest: &[&str]) -> Piece {
        let body = rest.iter().filter(|w| !w.is_empty()).copied().collect::<Vec<_>>().join(" ");
        let text = format!("{} {body}", article(&body));
        Piece::Phrase { things, kind, text }
    }

    /// "a red wooden chair": color and material as far as they are told.
    fn described(&self, i: usize, material: bool) -> Piece {
        let t = &self.world.things[i];
        let color = t.color.map_or("", Color::name);
        let stuff = Some(t.look.stuff).filter(|_| material && t.class.size.0 > 0.0).and_then(made_of).unwrap_or("");
        let color = if color == t.class.noun { "" } else { color };
        self.phrase(vec![i], t.class.kind, &[color, stuff, t.class.noun])
    }

    /// Where it all is: "in a park", as a preposition and a phrase.
    fn place(&self) -> (Piece, &'static str) {
        let (preposition, rest) = self.world.place.split_once(' ').unwrap_or(("in", "a room"));
        let preposition = if preposition == "on" { "on" } else { "in" };
        (Piece::Phrase { things: Vec::new(), kind: "scene", text: rest.to_string() }, preposition)
    }

    fn only(&self, class: &Class) -> bool {
        self.counts.get(class.noun).is_some_and(|c| c.len() == 1)
    }

    /// Whether a thing is the only one of its class, and of its color among those of other classes that stand alike.
    fn told_apart(&self, i: usize) -> bool {
        let t = &self.world.things[i];
        let alike = |o: &Stand| std::mem::discriminant(o) == std::mem::discriminant(&t.stand);
        self.only(t.class)
            && self.world.things.iter().enumerate().all(|(k, o)| {
                k == i || o.worn_by.is_some() || !alike(&o.stand) || o.color.is_none() || o.color != t.color
            })
    }

    /// What each person does; the place comes first or last or not at all.
    fn people(&mut self, place_first: bool) -> Vec<Caption> {
        let mut out = Vec::new();
        for i in 0..self.world.things.len() {
            let t = &self.world.things[i];
            if t.class.kind != "people" || !self.only(t.class) {
                continue;
            }
            let top = (0..self.world.things.len()).find(|&k| self.world.things[k].worn_by == Some(i));
            let mut who = vec![self.phrase(vec![i], "people", &[t.class.noun])];
            if let Some(top) = top.filter(|_| !place_first) {
                who.extend([words("in"), self.described(top, false)]);
            }
            let doing = self.doing(i);
            let (place, preposition) = self.place();
            let mut caption = Vec::new();
            if place_first {
                caption.extend([words(preposition), place.clone(), words(",")]);
            }
            caption.extend(who);
            caption.extend(doing);
            if !place_first && self.world.rng.below(2) == 0 {
                caption.extend([words(preposition), place]);
            }
            caption.push(words("."));
            out.push(caption);
        }
        out
    }

    /// Who is there: "there is a woman in an orange shirt on a street".
    fn present(&self) -> Vec<Caption> {
        let things = &self.world.things;
        let people = (0..things.len()).filter(|&i| things[i].class.kind == "people" && self.only(things[i].class));
        people
            .filter_map(|i| {
                let top = (0..things.len()).find(|&k| things[k].worn_by == Some(i))?;
                let (place, preposition) = self.place();
                let who = self.phrase(vec![i], "people", &[things[i].class.noun]);
                let rest = [words("in"), self.described(top, false), words(preposition), place, words(".")];
                Some([words("there is"), who].into_iter().chain(rest).collect())
            })
            .collect()
    }

    fn doing(&mut self, i: usize) -> Vec<Piece> {
        const VERBS: [(&str, &str, &str); 6] = [
            ("ride", "is riding", "rides"),
            ("plays", "is playing", "plays"),
            ("throw", "is throwing", "throws"),
            ("kick", "is kicking", "kicks"),
            ("read", "is reading", "reads"),
            ("holds", "is holding", "holds"),
        ];
        let material = self.world.rng.below(2) == 0;
        let ing = self.world.rng.below(3) > 0;
        for (verb, now, often) in VERBS {
            if let Some(link) = self.world.links.iter().find(|l| l.subject == i && l.verb == verb) {
                return vec![words(if ing { now } else { often }), self.described(link.object, material)];
            }
        }
        let worn = self.world.links.iter().find(|l| {
            l.subject == i && l.verb == "wears" && matches!(self.world.things[l.object].class.noun, "hat" | "backpack")
        });
        if let Some(link) = worn {
            return vec![words(if ing { "is wearing" } else { "wears" }), self.described(link.object, material)];
        }
        let pose = self.world.things[i].pose.and_then(|p| p.attribute()).unwrap_or("Stand");
        let seat = match self.world.things[i].stand {
            Stand::On(s) => Some(s),
            _ => None,
        };
        let (now, often) = match pose {
            "Walk" => ("is walking", "walks"),
            "Run" => ("is running", "runs"),
            "Sit" => ("is sitting", "sits"),
            "Lay" => ("is lying", "lies"),
            _ => ("is standing", "stands"),
        };
        let verb = words(if ing { now } else { often });
        match seat {
            Some(s) => vec![verb, words("on"), self.described(s, true)],
            None => vec![verb],
        }
    }

    /// Sets of two or more whose number no other set of the picture has: their things, their phrase, where they are.
    fn sets(&self) -> Vec<(Piece, Stand)> {
        let things = &self.world.things;
        let people: Vec<usize> = (0..things.len()).filter(|&i| things[i].class.kind == "people").collect();
        let mut sets: Vec<(&Vec<usize>, &'static str)> = self
            .counts
            .values()
            .filter(|m| things[m[0]].class.kind != "people")
            .map(|m| (m, things[m[0]].class.plural))
            .collect();
        sets.push((&people, "people"));
        let told = |n: usize| (2..NUMBERS.len()).contains(&n) && sets.iter().filter(|s| s.0.len() == n).count() == 1;
        let kept = sets.iter().filter(|s| told(s.0.len()));
        kept.map(|(members, plural)| {
            let first = &things[members[0]];
            let color = first.color.filter(|c| members.iter().all(|&m| things[m].color == Some(*c)));
            let color = color.map_or("", Color::name);
            let color = if plural.starts_with(color) { "" } else { color };
            let body = [NUMBERS[members.len()], color, plural];
            let text = body.iter().filter(|w| !w.is_empty()).copied().collect::<Vec<_>>().join(" ");
            let together = members.iter().all(|&m| things[m].stand == first.stand);
            let stand = if together { first.stand } else { Stand::Free };
            (Piece::Phrase { things: members.to_vec(), kind: first.class.kind, text }, stand)
        })
        .collect()
    }

    /// Where something is, as the end of a sentence.
    fn whereabouts(&self, stand: Stand) -> [Piece; 3] {
        let (place, preposition) = self.place();
        match stand {
            Stand::On(s) => [words("on"), self.described(s, true), words(".")],
            _ => [words(preposition), place, words(".")],
        }
    }

    /// How many there are of a class: "there are three mugs" or "three mugs are".
    fn groups(&mut self, there: bool) -> Vec<Caption> {
        let mut out = Vec::new();
        for (group, stand) in self.sets() {
            let mut caption = if there { vec![words("there are"), group] } else { vec![group, words("are")] };
            caption.extend(self.whereabouts(stand));
            out.push(caption);
        }
        out
    }

    /// Two sets, or a set and a single thing, in the same place.
    fn couples(&mut self) -> Vec<Caption> {
        let things = &self.world.things;
        let mut members = self.sets();
        let singles = (0..things.len()).filter(|&i| {
            let t = &things[i];
            t.class.kind != "people" && t.worn_by.is_none() && t.color.is_some() && self.told_apart(i)
        });
        members.extend(singles.map(|i| (self.described(i, true), things[i].stand)));
        let same = |a: Stand, b: Stand| a == b || (matches!(a, Stand::Ground(_)) && matches!(b, Stand::Ground(_)));
        let mut out = Vec::new();
        for (k, (first, stand)) in members.iter().enumerate() {
            for (second, _) in members[k + 1..].iter().filter(|m| same(m.1, *stand)) {
                if matches!(stand, Stand::On(_) | Stand::Ground(_)) {
                    let mut caption = vec![first.clone(), words("and"), second.clone(), words("are")];
                    caption.extend(self.whereabouts(*stand));
                    out.push(caption);
                }
            }
        }
        out
    }

    /// Single things that nothing else in the picture can be taken for: "there is a red mug" or "a red mug is".
    fn singles(&mut self, there: bool) -> Vec<Caption> {
        let mut out = Vec::new();
        for i in 0..self.world.things.len() {
            let t = &self.world.things[i];
            if t.class.kind == "people" || t.worn_by.is_some() || t.color.is_none() || !self.told_apart(i) {
                continue;
            }
            let (place, preposition) = self.place();
            let verb = match t.class.noun {
                _ if there => "",
                "dog" | "bird" | "horse" => "is standing",
                "cat" => "is sitting",
                "house" | "street light" | "chair" | "lamp" | "vase" | "bottle" => "stands",
                _ => "is",
            };
            let tail = match t.stand {
                Stand::On(s) => vec![words(verb), words("on"), self.described(s, true)],
                Stand::In(s) => vec![words(if there { "in" } else { "is in" }), self.described(s, true)],
                Stand::Under(s) => vec![words(verb), words("under"), self.described(s, true)],
                Stand::Ground(_) => vec![words(verb), words(preposition), place],
                Stand::Free if t.class.noun == "clock" => {
                    vec![
                        words(if there { "on" } else { "hangs on" }),
                        Piece::Phrase { things: Vec::new(), kind: "other", text: "the wall".to_string() },
                    ]
                }
                Stand::Free => continue,
            };
            let mut caption = if there { vec![words("there is")] } else { Vec::new() };
            caption.push(self.described(i, true));
            caption.extend(tail.into_iter().filter(|p| *p != words("")));
            caption.push(words("."));
            out.push(caption);
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::super::stage::compose;
    use super::*;

    #[test]
    fn every_picture_has_five_different_tokenised_captions() {
        for number in 0..300 {
            let mut world = compose(1, 0, number);
            let texts: Vec<String> = captions(&mut world).iter().map(text).collect();
            let distinct: std::collections::BTreeSet<&String> = texts.iter().collect();
            assert_eq!(distinct.len(), 5, "{number}: {texts:?}");
            assert!(
                texts.iter().all(|t| t.ends_with(" .") && t.starts_with(char::is_uppercase) && !t.contains("  ")),
                "{texts:?}"
            );
        }
    }
}
