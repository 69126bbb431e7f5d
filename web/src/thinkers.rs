use tokio::sync::Semaphore;

/// Threads on which bots think: one less than the machine has, so that pages are answered beside them.
pub struct Thinkers {
    places: Semaphore,
}

impl Thinkers {
    /// As many as the machine can spare.
    pub fn new() -> Thinkers {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        Thinkers { places: Semaphore::new(threads.saturating_sub(1).max(1)) }
    }

    /// Thinks as soon as a thread is free; says so where the thinking broke down.
    pub async fn think<T: Send + 'static>(&self, think: impl FnOnce() -> T + Send + 'static) -> Result<T, String> {
        let _place = self.places.acquire().await.map_err(|error| error.to_string())?;
        tokio::task::spawn_blocking(think).await.map_err(|_| "a bot broke down".to_owned())
    }
}
