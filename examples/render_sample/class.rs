//! The classes that the sample draws: their names and ids in each dataset, and what they can look like.

use super::art::{animals, furniture, garden, goods, street, vessels};
use super::paint::{Color, Stuff};
use super::pen::Pen;

/// How one thing is to look.
#[derive(Debug, Clone, Copy)]
pub struct Look {
    pub color: Color,
    pub stuff: Stuff,
    /// Chooses among drawing variants.
    pub variant: usize,
}

/// A class of things.
pub struct Class {
    /// Name in captions and in SpatialSense.
    pub noun: &'static str,
    pub plural: &'static str,
    /// Type of its phrases in Flickr30K Entities.
    pub kind: &'static str,
    /// Open Images: id and display name; empty where it has no such class.
    pub mid: &'static str,
    pub title: &'static str,
    /// PACO: id, name and synset; 0 where it has no such class.
    pub paco: (u32, &'static str, &'static str),
    /// Extent in its own coordinates.
    pub size: (f64, f64),
    pub colors: &'static [Color],
    pub stuffs: &'static [Stuff],
    pub art: fn(&mut Pen, &Look),
}

impl PartialEq for Class {
    fn eq(&self, other: &Self) -> bool {
        self.noun == other.noun
    }
}

use Color::{Black, Blue, Brown, Green, Grey, Orange, Pink, Purple, Red, White, Yellow};
use Stuff::{Ceramic, Fabric, Fur, Glass, Leather, Metal, Paper, Plastic, Rattan, Smooth, Stone, Wood};

const BRIGHT: &[Color] = &[Red, Blue, Green, Yellow, Orange, Purple, Pink];
const PAINTED: &[Color] = &[Red, Blue, Green, Yellow, Orange, Purple, Pink, White];
const ANY: &[Color] = &[Red, Blue, Green, Yellow, Orange, Purple, Pink, White, Black, Brown, Grey];
const COATS: &[Color] = &[Brown, Black, White, Grey];
const SEEN: &[Stuff] = &[Smooth];

macro_rules! class {
    ($noun:literal, $plural:literal, $kind:literal, $mid:literal $title:literal, $paco:expr, $size:expr, $colors:expr, $stuffs:expr, $art:expr) => {
        Class {
            noun: $noun,
            plural: $plural,
            kind: $kind,
            mid: $mid,
            title: $title,
            paco: $paco,
            size: $size,
            colors: $colors,
            stuffs: $stuffs,
            art: $art,
        }
    };
}

const NO: (u32, &str, &str) = (0, "", "");

/// All classes, sorted by noun.
#[rustfmt::skip]
pub const CLASSES: &[Class] = &[
    class!("apple", "apples", "other", "/m/014j1m" "Apple", NO, (30.0, 32.0), &[Red, Green], SEEN, garden::apple),
    class!("backpack", "backpacks", "other", "/m/01940j" "Backpack", NO, (40.0, 50.0), BRIGHT, &[Fabric, Leather], goods::backpack),
    class!("ball", "balls", "other", "/m/018xm" "Ball", (41, "ball", "ball.n.06"), (34.0, 34.0), BRIGHT, &[Plastic, Leather], goods::ball),
    class!("banana", "bananas", "other", "/m/09qck" "Banana", NO, (46.0, 24.0), &[Yellow], SEEN, garden::banana),
    class!("basket", "baskets", "other", "" "", (61, "basket", "basket.n.01"), (60.0, 60.0), &[Brown], &[Rattan], vessels::basket),
    class!("bench", "benches", "other", "/m/0cvnqh" "Bench", (90, "bench", "bench.n.01"), (130.0, 62.0), PAINTED, &[Wood, Metal, Stone], furniture::bench),
    class!("bicycle", "bicycles", "vehicles", "/m/0199g" "Bicycle", (94, "bicycle", "bicycle.n.01"), (112.0, 70.0), BRIGHT, &[Metal], street::bicycle),
    class!("bird", "birds", "animals", "/m/015p6" "Bird", NO, (40.0, 30.0), BRIGHT, SEEN, animals::bird),
    class!("book", "books", "other", "/m/0bt_c3" "Book", (127, "book", "book.n.01"), (26.0, 54.0), BRIGHT, &[Paper, Leather], goods::book),
    class!("bottle", "bottles", "other", "/m/04dr76w" "Bottle", (133, "bottle", "bottle.n.01"), (24.0, 66.0), &[Green, Blue, Brown, Red, Purple, Orange, White, Pink], &[Glass, Plastic], vessels::bottle),
    class!("bowl", "bowls", "other", "/m/04kkgm" "Bowl", (139, "bowl", "bowl.n.03"), (56.0, 28.0), PAINTED, &[Ceramic, Wood, Metal, Plastic, Stone], vessels::bowl),
    class!("box", "boxes", "other", "/m/025dyy" "Box", (143, "box", "box.n.01"), (56.0, 46.0), ANY, &[Paper, Wood, Plastic, Metal], vessels::crate_box),
    class!("boy", "boys", "people", "/m/01bl7v" "Boy", NO, (40.0, 104.0), &[], SEEN, goods::nothing),
    class!("bucket", "buckets", "other", "" "", (160, "bucket", "bucket.n.01"), (42.0, 46.0), PAINTED, &[Plastic, Metal], vessels::bucket),
    class!("bus", "buses", "vehicles", "/m/01bjv" "Bus", NO, (190.0, 84.0), BRIGHT, SEEN, street::bus),
    class!("car", "cars", "vehicles", "/m/0k4j" "Car", (207, "car_(automobile)", "car.n.01"), (124.0, 50.0), ANY, &[Metal], street::car),
    class!("cat", "cats", "animals", "/m/01yrx" "Cat", NO, (50.0, 54.0), &[Black, White, Grey, Orange], &[Fur], animals::cat),
    class!("chair", "chairs", "other", "/m/01mzpv" "Chair", (232, "chair", "chair.n.01"), (56.0, 100.0), ANY, &[Wood, Plastic, Metal], furniture::chair),
    class!("clock", "clocks", "other", "/m/01x3z" "Clock", (271, "clock", "clock.n.01"), (50.0, 50.0), PAINTED, &[Plastic, Wood, Metal], goods::clock),
    class!("dog", "dogs", "animals", "/m/0bt9lr" "Dog", (378, "dog", "dog.n.01"), (78.0, 58.0), COATS, &[Fur], animals::dog),
    class!("dress", "dresses", "clothing", "/m/01d40f" "Dress", NO, (40.0, 50.0), BRIGHT, &[Fabric], goods::nothing),
    class!("drum", "drums", "instruments", "/m/026t6" "Drum", (399, "drum_(musical_instrument)", "drum.n.01"), (56.0, 48.0), BRIGHT, &[Wood, Metal], goods::drum),
    class!("flower", "flowers", "other", "/m/0c9ph5" "Flower", NO, (24.0, 40.0), &[Red, Pink, Yellow, Purple, White, Orange], SEEN, garden::flower),
    class!("girl", "girls", "people", "/m/05r655" "Girl", NO, (40.0, 100.0), &[], SEEN, goods::nothing),
    class!("guitar", "guitars", "instruments", "/m/0342h" "Guitar", (521, "guitar", "guitar.n.01"), (40.0, 104.0), &[Brown, Orange, Red, Blue, Black, Yellow], &[Wood], goods::guitar),
    class!("handbag", "handbags", "other", "/m/080hkjn" "Handbag", (35, "handbag", "bag.n.04"), (50.0, 46.0), &[Brown, Black, Red, Blue, Pink, Green, Yellow, Purple], &[Leather, Fabric, Rattan], goods::handbag),
    class!("hat", "hats", "clothing", "/m/02dl1y" "Hat", (544, "hat", "hat.n.01"), (54.0, 31.0), ANY, &[Fabric, Leather], goods::hat),
    class!("horse", "horses", "animals", "/m/03k3r" "Horse", NO, (150.0, 120.0), COATS, &[Fur], animals::horse),
    class!("house", "houses", "other", "/m/03jm5" "House", NO, (170.0, 160.0), &[Red, Yellow, White, Blue, Green, Pink, Orange], &[Stuff::Brick, Wood], street::house),
    class!("kettle", "kettles", "other", "/m/03s_tn" "Kettle", (604, "kettle", "kettle.n.01"), (60.0, 54.0), &[Grey, Red, Blue, Green, Yellow, Black, Orange], &[Metal], vessels::kettle),
    class!("kite", "kites", "other", "/m/02zt3" "Kite", NO, (50.0, 66.0), BRIGHT, SEEN, goods::kite),
    class!("lamp", "lamps", "other", "/m/0dtln" "Lamp", (626, "lamp", "lamp.n.02"), (52.0, 78.0), PAINTED, &[Fabric, Metal, Paper], furniture::lamp),
    class!("laptop", "laptops", "other", "/m/01c648" "Laptop", (631, "laptop_computer", "laptop.n.01"), (78.0, 54.0), &[Grey, Black, White, Blue, Red], &[Metal, Plastic], goods::laptop),
    class!("man", "men", "people", "/m/04yx4" "Man", NO, (44.0, 130.0), &[], SEEN, goods::nothing),
    class!("mug", "mugs", "other", "/m/02jvh9" "Mug", (708, "mug", "mug.n.04"), (36.0, 34.0), ANY, &[Ceramic, Metal, Plastic], vessels::mug),
    class!("orange", "oranges", "other", "/m/0cyhj_" "Orange", NO, (30.0, 30.0), &[Orange], SEEN, garden::orange),
    class!("pear", "pears", "other", "/m/061_f" "Pear", NO, (28.0, 40.0), &[Green, Yellow], SEEN, garden::pear),
    class!("pillow", "pillows", "other", "/m/034c16" "Pillow", (804, "pillow", "pillow.n.01"), (48.0, 36.0), ANY, &[Fabric], furniture::pillow),
    class!("plate", "plates", "other", "/m/050gv4" "Plate", (818, "plate", "plate.n.04"), (66.0, 27.0), PAINTED, &[Ceramic, Paper, Metal, Wood], vessels::plate),
    class!("potted plant", "potted plants", "other", "/m/03fp41" "Houseplant", NO, (56.0, 96.0), BRIGHT, SEEN, garden::houseplant),
    class!("shelf", "shelves", "other", "/m/03__z0" "Bookcase", NO, (330.0, 300.0), &[Brown, White], &[Wood], furniture::bookcase),
    class!("shirt", "shirts", "clothing", "/m/01n4qj" "Shirt", NO, (40.0, 40.0), BRIGHT, &[Fabric], goods::nothing),
    class!("sofa", "sofas", "other", "/m/02crq1" "Couch", NO, (180.0, 86.0), ANY, &[Fabric, Leather], furniture::sofa),
    class!("stool", "stools", "other", "/m/0fqt361" "Stool", (1018, "stool", "stool.n.01"), (46.0, 54.0), PAINTED, &[Wood, Metal, Plastic, Rattan], furniture::stool),
    class!("street light", "street lights", "other", "/m/033rq4" "Street light", NO, (40.0, 190.0), &[Black, Grey, Green], &[Metal], street::street_light),
    class!("table", "tables", "other", "/m/04bcr3" "Table", (1050, "table", "table.n.02"), (170.0, 76.0), &[Brown, White, Black, Grey, Red, Blue, Green], &[Wood, Stone, Metal, Plastic], furniture::table),
    class!("traffic light", "traffic lights", "other", "/m/015qff" "Traffic light", NO, (26.0, 150.0), &[Black, Yellow, Green], &[Metal], street::traffic_light),
    class!("trash can", "trash cans", "other", "/m/0bjyj5" "Waste container", (23, "trash_can", "ashcan.n.01"), (40.0, 56.0), &[Green, Grey, Blue, Black, Red, Orange], &[Metal, Plastic], vessels::trash_can),
    class!("tree", "trees", "other", "/m/07j7r" "Tree", NO, (100.0, 160.0), &[Green], SEEN, garden::tree),
    class!("trousers", "trousers", "clothing", "/m/07mhn" "Trousers", NO, (36.0, 50.0), &[Blue, Black, Grey, Brown, Green, Purple], &[Fabric], goods::nothing),
    class!("umbrella", "umbrellas", "other", "/m/0hnnb" "Umbrella", NO, (96.0, 92.0), BRIGHT, &[Fabric], goods::umbrella),
    class!("vase", "vases", "other", "/m/02s195" "Vase", (1139, "vase", "vase.n.01"), (38.0, 56.0), PAINTED, &[Ceramic, Glass, Stone], vessels::vase),
    class!("window", "windows", "other", "/m/0d4v4" "Window", NO, (110.0, 110.0), &[White, Brown], SEEN, furniture::window),
    class!("woman", "women", "people", "/m/03bt1vf" "Woman", NO, (44.0, 124.0), &[], SEEN, goods::nothing),
];

/// The class of that noun; the nouns are literals of this program.
pub fn class(noun: &str) -> &'static Class {
    let found = CLASSES.binary_search_by(|c| c.noun.cmp(noun));
    &CLASSES[found.unwrap_or_else(|_| unreachable!("there is no class {noun}"))]
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn classes_are_sorted_and_ids_are_unique() {
        assert!(CLASSES.windows(2).all(|c| c[0].noun < c[1].noun));
        let mids: Vec<_> = CLASSES.iter().filter(|c| !c.mid.is_empty()).map(|c| c.mid).collect();
        let paco: Vec<_> = CLASSES.iter().filter(|c| c.paco.0 > 0).map(|c| c.paco.0).collect();
        assert_eq!(mids.iter().collect::<BTreeSet<_>>().len(), mids.len());
        assert_eq!(paco.iter().collect::<BTreeSet<_>>().len(), paco.len());
        assert!(mids.len() >= 45 && paco.len() >= 25, "{} {}", mids.len(), paco.len());
    }
}
