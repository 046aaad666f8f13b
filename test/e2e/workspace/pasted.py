try:
    handle(msgpack.loads(msg))
except Exception as e:
    raise HandshakeError(f"Error processing message: {e}") from e
