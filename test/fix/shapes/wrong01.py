"""Not in a loop: a helper and a validator tell their caller."""
import msgpack


class Handler:
    def handle(self, message):
        try:
            data = msgpack.loads(message)
        except ValueError as e:
            raise TransferError("no msgpack") from e
        if data.get("type") != "release":
            raise TransferError(f"unknown type {data.get('type')}")


class HelloMessage:
    def validate(self):
        if self.port <= 0:
            raise ValueError(f"bad port: {self.port}")
