"""A ROUTER that prints its port, then the first message as logs show it: its frames, and the identity as a rank.

usage: router.py SECONDS
One JSON object a line; `null` where no message came within the time.
"""

import json
import sys

import zmq

sock = zmq.Context().socket(zmq.ROUTER)
print(json.dumps(sock.bind_to_random_port("tcp://127.0.0.1")), flush=True)
if sock.poll(float(sys.argv[1]) * 1000):
    frames = sock.recv_multipart()
    rank = int.from_bytes(frames[0], "little")
    print(json.dumps({"frames": repr(frames), "rank": f"unexpected data parallel rank: {rank}"}), flush=True)
else:
    print("null", flush=True)
