//! L22: a dispatcher that takes decoded outputs from a channel.
async fn run_dispatcher(mut rx: mpsc::Receiver<Result<Outputs>>, streams: Streams) {
    while let Some(result) = rx.recv().await {
        match result {
            Ok(outputs) => streams.dispatch(outputs),
            Err(error) => {
                streams.close_all(error);
                return;
            }
        }
    }
}
