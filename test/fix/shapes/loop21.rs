//! L21: a start-up that waits for known engines.
pub async fn connect(mut socket: RouterSocket, count: usize) -> Result<Engines> {
    let mut engines = Engines::new();
    while engines.len() < count {
        let message = timeout(LIMIT, socket.recv()).await??;
        let (id, hello) = decode_handshake_message(message, None)?;
        engines.insert(id, hello);
    }
    Ok(engines)
}
