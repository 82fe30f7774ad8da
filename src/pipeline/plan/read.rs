//! Reading a source while its scenes are worked on.

use super::super::config::SourceConfig;
use super::super::{survey, vaults};
use crate::error::Result;
use crate::model::reject::Reject;
use crate::model::scene::Scene;
use crate::source::Read;
use std::sync::mpsc::sync_channel;

/// Scenes handed to the threads at once.
const CHUNK: usize = 128;
/// Chunks read ahead of the threads.
const AHEAD: usize = 2;

/// Reads a source on a thread of its own, chunk by chunk, in file order.
///
/// # Errors
/// When it cannot be read or is not of its format, and those of `use_chunk`.
pub fn read(source: &SourceConfig, mut use_chunk: impl FnMut(Vec<Scene>, Vec<Reject>) -> Result<()>) -> Result<()> {
    let stream = vaults::reader(source)?.open(vaults::vault(source)?, &source.options)?;
    std::thread::scope(|scope| {
        let (send, receive) = sync_channel::<Result<(Vec<Scene>, Vec<Reject>)>>(AHEAD);
        scope.spawn(move || {
            let (mut scenes, mut rejects) = (Vec::new(), Vec::new());
            for read in stream {
                match read {
                    Ok(Read::Scene(scene)) => scenes.push(survey::renamed(*scene, &source.name)),
                    Ok(Read::Reject(reject)) => rejects.push(reject),
                    Err(e) => {
                        let _ = send.send(Err(e));
                        return;
                    }
                }
                let full = scenes.len() >= CHUNK || rejects.len() >= 16 * CHUNK;
                if full && send.send(Ok((std::mem::take(&mut scenes), std::mem::take(&mut rejects)))).is_err() {
                    return;
                }
            }
            let _ = send.send(Ok((scenes, rejects)));
        });
        for chunk in receive {
            let (scenes, rejects) = chunk?;
            use_chunk(scenes, rejects)?;
        }
        Ok(())
    })
}
