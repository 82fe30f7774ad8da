//! Ten thousand items: the page paints at once, and neither side grows.

use crate::browser::in_browser;
use crate::program::Served;
use crate::sets;

const RIGHT: char = '\u{e014}';

#[test]
fn ten_thousand_items_stay_on_disk() {
    in_browser(async |driver| {
        let set = sets::large(10_000);
        let served = Served::start(&set.path(), &["--reviewer", "ann"], 1);
        let window = driver.window().await;
        window.open(served.address()).await;
        assert_eq!(window.text("#position").await, "1 / 10,000");
        let paint = window.run("return performance.getEntriesByName('first-contentful-paint')[0].startTime").await;
        let shown = window.run("return performance.now()").await;
        for _ in 0..20 {
            window.press_on('1').await;
        }
        let (heap, resident) = (window.heap().await, served.resident());
        for _ in 0..100 {
            window.press_on('1').await;
        }
        for _ in 0..100 {
            window.press_on(RIGHT).await;
        }
        let (heap_after, resident_after) = (window.heap().await, served.resident());
        eprintln!(
            "10,000 items: first paint after {paint} ms, first item at most {shown} ms after the navigation; \
             page heap {:.1} MB after 20 items and {:.1} MB after 220; server {:.1} MB and {:.1} MB",
            heap / 1e6,
            heap_after / 1e6,
            resident as f64 / 1e3,
            resident_after as f64 / 1e3
        );
        assert!(heap_after < heap + 3e6, "the page grows: {heap} to {heap_after}");
        assert!(resident_after < resident + 20_000, "the server grows: {resident} to {resident_after} kB");
        window.close().await;
        served.stop();
    });
}
