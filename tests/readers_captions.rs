//! The readers of captions and spatial relations on real files (`GROUNDLINE_SHARED`).

use groundline::model::reject::Reject;
use groundline::model::scene::Scene;
use groundline::source::vault::DirVault;
use groundline::source::{Read, SourceOptions, find};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

fn shared() -> Option<PathBuf> {
    let root = std::env::var_os("GROUNDLINE_SHARED").map(PathBuf::from);
    if root.is_none() {
        println!("skipped: GROUNDLINE_SHARED is not set");
    }
    root
}

fn read(source: &str, folder: PathBuf, options: &SourceOptions) -> (Vec<Scene>, BTreeMap<&'static str, Vec<Reject>>) {
    let (mut scenes, mut rejects) = (Vec::new(), BTreeMap::<_, Vec<_>>::new());
    let vault = Arc::new(DirVault::new(folder).unwrap());
    for read in find(source).unwrap().open(vault, options).unwrap() {
        match read.unwrap() {
            Read::Scene(s) => scenes.push(*s),
            Read::Reject(r) => rejects.entry(r.reason).or_default().push(r),
        }
    }
    (scenes, rejects)
}

fn no_pictures() -> SourceOptions {
    let mut options = SourceOptions::default();
    options.declares.insert("pictures".to_string(), false);
    options
}

#[test]
fn flickr30k_photos() {
    let Some(root) = shared() else { return };
    let (scenes, rejects) = read("flickr30k", root.join("data/photos/flickr30k"), &SourceOptions::default());
    assert_eq!(scenes.len(), 44, "{rejects:?}");
    assert!(scenes.iter().all(|s| s.captions.len() == 5));
    let phrases: Vec<_> = scenes.iter().flat_map(|s| &s.captions).flat_map(|c| &c.phrases).collect();
    let boxes: usize = scenes.iter().map(|s| s.regions.len()).sum();
    println!("44 scenes, {} phrases, {boxes} boxes, rejects {rejects:#?}", phrases.len());
    assert!(phrases.len() > 500 && boxes > 80);
    for caption in scenes.iter().flat_map(|s| &s.captions) {
        assert!(!caption.text.contains(" .") && !caption.text.contains(" ,"), "{}", caption.text);
        for p in &caption.phrases {
            let text = &caption.text[p.span.0 as usize..p.span.1 as usize];
            assert!(!text.is_empty() && text.trim() == text && !text.contains(['[', ']', '/']), "{text}");
        }
    }
    let vase = &scenes[0];
    assert_eq!(vase.captions[0].text, "A white vase filled with pink and white flowers sits on a white ledge.");
    // <xmin>239</xmin> <ymin>157</ymin> <xmax>404</xmax> <ymax>351</ymax>, 1-based and inclusive.
    assert_eq!(<[u32; 4]>::from(vase.regions[0].bbox), [238, 156, 166, 195]);
}

#[test]
fn spatialsense_photos() {
    let Some(root) = shared() else { return };
    let (scenes, rejects) = read("spatialsense", root.join("data/photos/spatialsense"), &SourceOptions::default());
    assert_eq!(scenes.len(), 38, "{rejects:?}");
    let relations: Vec<_> = scenes.iter().flat_map(|s| &s.relations).collect();
    let held = relations.iter().filter(|r| r.holds).count();
    let dropped: usize = rejects.values().map(Vec::len).sum();
    println!("38 scenes, {} relations ({held} hold), rejects {rejects:#?}", relations.len());
    assert_eq!(relations.len() + dropped, 486);
}

#[test]
fn the_official_spatialsense_record() {
    let Some(root) = shared() else { return };
    let mut options = no_pictures();
    options.files.insert("annotations".to_string(), "annotations_readme_example.json".to_string());
    let (scenes, rejects) = read("spatialsense", root.join("data/spatialsense"), &options);
    assert!(rejects.is_empty(), "{rejects:?}");
    let s = &scenes[0];
    assert_eq!(s.image.path, "flickr/5704634119_8b8ccf3229.jpg");
    assert_eq!(s.regions.iter().map(|r| r.label.as_str()).collect::<Vec<_>>(), ["cat", "ground", "cat", "mirror"]);
    assert_eq!(<[u32; 4]>::from(s.regions[1].bbox), [3, 196, 275, 304]);
    assert_eq!(s.relations[1].predicate, "to the left of");
}

#[test]
fn real_captions_by_way_of_snli() {
    let Some(root) = shared() else { return };
    let text = std::fs::read_to_string(root.join("data/flickr30k/captions_snli.token")).unwrap();
    let dir = tempfile::tempdir().unwrap();
    let mut sizes = "image,width,height\n".to_string();
    for line in text.lines() {
        let file = line.split('#').next().unwrap_or_default();
        sizes.push_str(&format!("{file},500,375\n"));
    }
    std::fs::write(dir.path().join("results_20130124.token"), &text).unwrap();
    std::fs::write(dir.path().join("sizes.csv"), sizes).unwrap();
    let (scenes, rejects) = read("flickr30k", dir.path().to_path_buf(), &no_pictures());
    let captions: BTreeMap<_, _> =
        scenes.iter().flat_map(|s| &s.captions).map(|c| (c.id.as_str(), c.text.as_str())).collect();
    println!("{} scenes, {} captions, rejects {rejects:#?}", scenes.len(), captions.len());
    // The file is not tokenized: what comes out differs from it in white space before punctuation only.
    let raw: BTreeMap<_, _> = text.lines().filter_map(|l| l.split_once('\t')).collect();
    let changed: Vec<_> = captions.iter().filter(|(id, t)| raw.get(*id).is_none_or(|r| r.trim() != **t)).collect();
    let solid = |s: &str| s.chars().filter(|c| !c.is_whitespace()).collect::<String>();
    println!("{} changed: {changed:#?}", changed.len());
    assert!(changed.iter().all(|(id, t)| raw.get(*id).is_some_and(|r| solid(r) == solid(t))));
    assert!(captions.len() + rejects.values().map(Vec::len).sum::<usize>() >= raw.len());
}
