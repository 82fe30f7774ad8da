//! `forum build`: dumps in, a set out.

use crate::cli::{Verdict, output, progress};
use crate::error::{Error, Result};
use crate::forum::fetch::Settings;
use crate::forum::fetch::address::Private;
use crate::forum::split::Sizes;
use crate::pipeline::forum::{self, Options, Pictures, Progress};
use clap::Args;
use std::path::PathBuf;
use std::time::Duration;

/// Arguments of `forum build`.
#[derive(Args)]
pub(super) struct Build {
    /// Posts.xml, a site's .7z, or a folder of either.
    #[arg(value_name = "DUMP", required = true)]
    dumps: Vec<PathBuf>,
    /// Folder of the set.
    #[arg(long, value_name = "DIR", default_value = "groundline-forum")]
    out: PathBuf,
    /// Take the pictures from this folder: by question id, by host and path, or by the last part of their link.
    #[arg(long, value_name = "DIR", conflicts_with = "download")]
    images: Option<PathBuf>,
    /// Get the pictures from their links. Run again to continue; nothing is fetched twice.
    #[arg(long)]
    download: bool,
    /// Site of the dump, where its file name does not tell, e.g. coffee.
    #[arg(long, value_name = "NAME")]
    site: Option<String>,
    /// Seed of the splits.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Questions of a topic that go into the training split.
    #[arg(long, value_name = "N", default_value_t = 7)]
    train: usize,
    /// Questions of a topic that go into the validation split.
    #[arg(long, value_name = "N", default_value_t = 3)]
    validation: usize,
    /// A topic with fewer questions goes into the test split whole.
    #[arg(long, value_name = "N", default_value_t = 20)]
    split_from: usize,
    /// Most pixels of a picture; larger ones are left out.
    #[arg(long, value_name = "N", default_value_t = 50_000_000)]
    max_pixels: u64,
    /// With --download: most megabytes of a file.
    #[arg(long, value_name = "MB", default_value_t = 20)]
    max_megabytes: u64,
    /// With --download: most requests in flight; fewer after "too many requests".
    #[arg(long, value_name = "N", default_value_t = 16)]
    concurrency: usize,
    /// With --download: seconds for one picture.
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0)]
    timeout: f64,
    /// With --download: how often a request is tried again.
    #[arg(long, value_name = "N", default_value_t = 3)]
    retries: u32,
    /// With --download: also ask addresses that are not on the public internet, all or those of these hosts.
    #[arg(long, value_name = "HOST,…", num_args = 0..=1, require_equals = true, default_missing_value = "*", value_delimiter = ',')]
    allow_private: Vec<String>,
    /// No progress and no messages but errors.
    #[arg(long, short)]
    quiet: bool,
}

impl Build {
    pub fn execute(self) -> Result<Verdict> {
        if !(self.timeout > 0.0 && self.timeout < 1e6) {
            return Err(Error::usage("--timeout is no number of seconds", "give e.g. --timeout 60"));
        }
        let pictures = match (self.images, self.download) {
            (Some(folder), _) => Pictures::Folder(folder),
            (None, true) => Pictures::Download(Settings {
                concurrency: self.concurrency.clamp(1, 1_024),
                timeout: Duration::from_secs_f64(self.timeout),
                retries: self.retries,
                max_bytes: self.max_megabytes.saturating_mul(1 << 20),
                private: match self.allow_private {
                    hosts if hosts.is_empty() => Private::Refused,
                    hosts if hosts.iter().any(|h| h == "*") => Private::Allowed,
                    hosts => Private::Hosts(hosts),
                },
            }),
            (None, false) => Pictures::None,
        };
        let options = Options {
            dumps: self.dumps,
            site: self.site,
            out: self.out,
            pictures,
            max_pixels: self.max_pixels,
            sizes: Sizes { train: self.train, validation: self.validation, least: self.split_from },
            seed: self.seed,
        };
        let bar = progress::spinner("posts", self.quiet);
        let built = forum::build(&options, &|p| match p {
            Progress::Posts(n) => bar.inc(n),
            Progress::Pictures(done, total) => {
                bar.set_message(format!("pictures of {total}"));
                bar.set_position(done);
            }
        });
        bar.finish_and_clear();
        let built = built?;
        output::print(&built.funnel.text())?;
        let out = options.out.display();
        if built.left > 0 {
            output::message(&format!("{out}: {} pictures were not tried; run again to continue", built.left));
            return Ok(Verdict::Short);
        }
        if !self.quiet {
            let splits: Vec<String> = built.splits.iter().map(|(split, n)| format!("{n} {split}")).collect();
            let total: u64 = built.splits.values().sum();
            output::message(&format!("{out}: {total} questions ({}); open {out}/index.html", splits.join(", ")));
            if options.pictures == Pictures::None {
                output::message("the set has no pictures; add --images DIR or --download");
            }
        }
        Ok(Verdict::Done)
    }
}
