"""L7: a thread that hands the outputs of engines on; the try stands around its loop."""
import threading

import zmq


def start(ctx, out_socket, decoder, outputs_queue, resources):
    def take_outputs():
        shutdown_socket = ctx.socket(zmq.PAIR)
        try:
            poller = zmq.Poller()
            poller.register(shutdown_socket, zmq.POLLIN)
            poller.register(out_socket, zmq.POLLIN)
            while True:
                socks = poller.poll()
                if not socks:
                    continue
                if len(socks) == 2 or socks[0][0] == shutdown_socket:
                    break
                frames = out_socket.recv_multipart(copy=False)
                resources.validate_alive(frames)
                outputs = decoder.decode(frames)
                outputs_queue.put_nowait(outputs)
        except Exception as e:
            outputs_queue.put_nowait(e)
        finally:
            shutdown_socket.close(linger=0)

    threading.Thread(target=take_outputs, daemon=True).start()
