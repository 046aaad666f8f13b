//! L23: a service that ends with the first update it refuses.
impl Coordinator {
    async fn run(mut self) -> Result<()> {
        loop {
            tokio::select! {
                command = self.command_rx.recv() => {
                    let Some(command) = command else { return Ok(()) };
                    self.handle_command(command).await?;
                }
                publish = self.socket.recv() => {
                    let publish = publish.map_err(Error::from)?;
                    self.handle_publish(publish).await?;
                }
            }
        }
    }
}
