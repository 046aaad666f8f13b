"""Translation of an exception outside a loop."""
import zmq


def parse_address(address):
    try:
        host, port = address.split(":")
        return host, int(port)
    except ValueError as e:
        raise AddressError(f"bad address {address!r}") from e


def allocation(sock: zmq.Socket, table):
    try:
        return table[sock.recv()]
    except KeyError:
        raise TransferError("nothing was allocated")
