//! One drawn picture and what is true of it.

use super::art::person::{self, Figure, Owners};
use super::art::pose::{Joints, Pose};
use super::class::{Class, Look, class};
use super::geom::{P, bounds};
use super::paint::{Color, Paint, Stuff};
use super::pen::Pen;
use super::raster::Shape;
use super::visible::look;
use groundline::rng::ItemRng;

/// Width and height of every picture in pixels.
pub const WIDTH: u32 = 512;
/// See [`WIDTH`].
pub const HEIGHT: u32 = 384;

/// Left, top, right and bottom in pixels, right and bottom exclusive.
pub type Corners = [u32; 4];

/// Where a thing stands: what the spatial truths rest on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Stand {
    /// On the ground, with its foot at this y: a larger y is nearer.
    Ground(f64),
    On(usize),
    In(usize),
    Under(usize),
    /// On the wall, in the sky, in somebody's hands.
    Free,
}

/// A drawn thing with its labels.
pub struct Thing {
    pub class: &'static Class,
    pub look: Look,
    /// What its picture shows of it; people have none.
    pub color: Option<Color>,
    pub stuff: Option<Stuff>,
    pub pose: Option<Pose>,
    /// The person who wears it: the wearer's box includes it.
    pub worn_by: Option<usize>,
    pub stand: Stand,
    /// Box of what can be seen of it, set when the picture is finished.
    pub corners: Corners,
    /// Share of it that other things cover.
    pub covered: f64,
    /// Cut by the picture's border.
    pub truncated: bool,
}

/// A relation in Open Images' words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Link {
    pub subject: usize,
    pub verb: &'static str,
    pub object: usize,
}

/// A picture in the making, and when finished.
pub struct World {
    /// What it shows, e.g. "in a park".
    pub place: &'static str,
    pub shapes: Vec<Shape>,
    pub things: Vec<Thing>,
    pub links: Vec<Link>,
    pub rng: ItemRng,
}

impl World {
    pub fn new(rng: ItemRng) -> Self {
        World { place: "", shapes: Vec::new(), things: Vec::new(), links: Vec::new(), rng }
    }

    /// A pen for scenery at the picture's own coordinates.
    pub fn scenery(&mut self) -> Pen<'_> {
        self.pen(None, (0.0, 0.0), 1.0)
    }

    fn pen(&mut self, owner: Option<usize>, origin: P, scale: f64) -> Pen<'_> {
        Pen { shapes: &mut self.shapes, origin, scale, flip: false, turn: 0.0, owner, part: None }
    }

    /// One of the options, as likely as another.
    pub fn pick<T: Copy>(&mut self, options: &[T]) -> T {
        options[self.rng.below(options.len())]
    }

    /// A look for a class: among its colors and materials, those least used in this picture so far.
    pub fn look(&mut self, class: &Class) -> Look {
        let colors: Vec<Color> = self.things.iter().filter_map(|t| t.color).collect();
        let stuffs: Vec<Stuff> = self.things.iter().filter_map(|t| t.stuff).collect();
        let fitting =
            |stuff: &Stuff| -> Vec<Color> { class.colors.iter().copied().filter(|c| goes(*c, *stuff)).collect() };
        let possible: Vec<Stuff> = class.stuffs.iter().copied().filter(|s| !fitting(s).is_empty()).collect();
        let stuff = rarest(&possible, &stuffs, &mut self.rng).unwrap_or(Stuff::Smooth);
        let color = rarest(&fitting(&stuff), &colors, &mut self.rng).unwrap_or(Color::Grey);
        Look { color, stuff, variant: self.rng.below(60) }
    }

    /// Lists a thing that is yet to be drawn.
    pub fn list(&mut self, noun: &str, look: Look, stand: Stand) -> usize {
        let class = class(noun);
        let bare = class.colors.is_empty() || matches!(noun, "potted plant" | "tree" | "traffic light" | "window");
        self.things.push(Thing {
            class,
            look,
            color: Some(look.color).filter(|_| !bare),
            stuff: Some(look.stuff).filter(|s| *s <= Stuff::Wood && !bare),
            pose: None,
            worn_by: None,
            stand,
            corners: [0; 4],
            covered: 0.0,
            truncated: false,
        });
        self.things.len() - 1
    }

    /// Draws a listed thing.
    pub fn draw(&mut self, thing: usize, at: P, scale: f64, flip: bool, turn: f64) {
        let (class, look) = (self.things[thing].class, self.things[thing].look);
        let mut pen = self.pen(Some(thing), at, scale);
        (pen.flip, pen.turn) = (flip, turn);
        (class.art)(&mut pen, &look);
    }

    /// Lists and draws a thing of random look with its foot at a point, and its shadow on what it stands on.
    pub fn put(&mut self, noun: &str, at: P, scale: f64, stand: Stand) -> usize {
        let look = self.look(class(noun));
        self.put_as(noun, look, at, scale, stand)
    }

    /// As [`World::put`], with a given look.
    pub fn put_as(&mut self, noun: &str, look: Look, at: P, scale: f64, stand: Stand) -> usize {
        let thing = self.list(noun, look, stand);
        if stand != Stand::Free {
            self.shadow(at, class(noun).size.0 * scale * 0.5);
        }
        let flip = class(noun).kind == "animals" && self.rng.below(2) == 0;
        self.draw(thing, at, scale, flip, 0.0);
        match stand {
            Stand::On(under) => self.link(thing, "on", under),
            Stand::Under(over) => self.link(thing, "under", over),
            _ => {}
        }
        thing
    }

    /// A soft shadow around a foot.
    pub fn shadow(&mut self, at: P, radius: f64) {
        let mut pen = self.scenery();
        for k in 0..4 {
            let r = radius * (1.12 - 0.1 * f64::from(k));
            pen.oval(
                at.0 + radius * 0.08,
                at.1 - 0.5,
                r,
                r * 0.13 + 1.0,
                Paint::new([20.0, 20.0, 40.0]).alpha(0.075).plain(),
            );
        }
    }

    pub fn link(&mut self, subject: usize, verb: &'static str, object: usize) {
        self.links.push(Link { subject, verb, object });
    }

    /// Lists a person with clothes of random colors; nothing is drawn yet.
    pub fn cast(&mut self, noun: &str, pose: Pose, stand: Stand) -> (usize, Figure, Owners) {
        const SKINS: [[f64; 3]; 4] =
            [[250.0, 214.0, 184.0], [226.0, 172.0, 130.0], [168.0, 112.0, 76.0], [116.0, 74.0, 50.0]];
        const HAIRS: [[f64; 3]; 5] =
            [[48.0, 36.0, 32.0], [96.0, 60.0, 36.0], [206.0, 160.0, 84.0], [150.0, 76.0, 40.0], [70.0, 66.0, 70.0]];
        let neutral = Look { color: Color::Grey, stuff: Stuff::Smooth, variant: 0 };
        let person = self.list(noun, neutral, stand);
        self.things[person].pose = Some(pose);
        let female = matches!(noun, "woman" | "girl");
        let dressed =
            female && matches!(pose, Pose::Stand | Pose::Walk | Pose::Read | Pose::Raise) && self.rng.below(2) == 0;
        let garment = if dressed { "dress" } else { "shirt" };
        let top = self.garment(garment, person);
        let bottom = (!dressed).then(|| self.garment("trousers", person));
        let figure = Figure {
            pose,
            skin: self.pick(&SKINS),
            hair: self.pick(&HAIRS),
            long_hair: female,
            child: matches!(noun, "boy" | "girl"),
            top: self.things[top].look.color,
            bottom: bottom.map(|b| self.things[b].look.color),
        };
        (person, figure, Owners { top, bottom })
    }

    fn garment(&mut self, noun: &'static str, person: usize) -> usize {
        let look = self.look(class(noun));
        let garment = self.list(noun, look, Stand::Free);
        self.wear(person, garment);
        garment
    }

    /// Records that a person wears something.
    pub fn wear(&mut self, person: usize, garment: usize) {
        self.things[garment].worn_by = Some(person);
        self.link(person, "wears", garment);
    }

    /// Draws a person of a height in pixels.
    pub fn figure(&mut self, cast: &(usize, Figure, Owners), at: P, height: f64, flip: bool, turn: f64) -> Joints {
        let mut pen = self.pen(Some(cast.0), at, height / 104.0);
        (pen.flip, pen.turn) = (flip, turn);
        person::draw(&mut pen, &cast.1, cast.2)
    }

    /// Whether a shape belongs to a thing or to what it wears.
    pub fn belongs(&self, shape: &Shape, thing: usize) -> bool {
        shape.owner.is_some_and(|o| o == thing || self.things[o].worn_by == Some(thing))
    }

    /// The box of the shapes that a test chooses, clipped to the picture, and whether it was cut.
    pub fn extent(&self, choose: impl Fn(&Shape) -> bool) -> (Corners, bool) {
        let mut b = [f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY];
        for shape in self.shapes.iter().filter(|s| choose(s)) {
            let [x0, y0, x1, y1] = bounds(&shape.outline);
            let e = shape.paint.edge / 2.0;
            b = [b[0].min(x0 - e), b[1].min(y0 - e), b[2].max(x1 + e), b[3].max(y1 + e)];
        }
        let (w, h) = (f64::from(WIDTH), f64::from(HEIGHT));
        let cut = b[0] < -1.0 || b[1] < -1.0 || b[2] > w + 1.0 || b[3] > h + 1.0;
        let low = |v: f64, max: f64| (v + 0.25).floor().clamp(0.0, max) as u32;
        let high = |v: f64, max: f64| (v - 0.25).ceil().clamp(0.0, max) as u32;
        ([low(b[0], w), low(b[1], h), high(b[2], w), high(b[3], h)], cut)
    }

    /// Sets all boxes.
    pub fn finish(mut self) -> Self {
        for (i, seen) in look(&self).into_iter().enumerate() {
            let (_, truncated) = self.extent(|s| self.belongs(s, i));
            let thing = &mut self.things[i];
            (thing.corners, thing.covered, thing.truncated) = (seen.corners, seen.covered, truncated);
        }
        self.links.sort_unstable();
        self.links.dedup();
        self
    }
}

/// Whether a material comes in a color without looking strange.
fn goes(color: Color, stuff: Stuff) -> bool {
    match stuff {
        Stuff::Stone => matches!(color, Color::Black | Color::Brown | Color::Grey | Color::White),
        Stuff::Rattan => matches!(color, Color::Brown | Color::White | Color::Yellow),
        Stuff::Leather => !matches!(color, Color::Purple | Color::Pink),
        _ => true,
    }
}

/// One of the options that occur least often in `used`.
fn rarest<T: Copy + PartialEq>(options: &[T], used: &[T], rng: &mut ItemRng) -> Option<T> {
    let count = |o: &T| used.iter().filter(|u| *u == o).count();
    let least = options.iter().map(count).min()?;
    let rare: Vec<T> = options.iter().copied().filter(|o| count(o) == least).collect();
    rng.choose(&rare).copied()
}
