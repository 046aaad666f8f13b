"""L8: the same as a task."""
import asyncio

import zmq.asyncio


def start(output_socket, decoder, outputs_queue, resources):
    async def take_outputs():
        try:
            while True:
                frames = await output_socket.recv_multipart(copy=False)
                resources.validate_alive(frames)
                outputs = decoder.decode(frames)
                if outputs.notes:
                    continue
                outputs_queue.put_nowait(outputs)
        except Exception as e:
            outputs_queue.put_nowait(e)
        except asyncio.CancelledError:
            outputs_queue.put_nowait(EngineDeadError())

    return asyncio.create_task(take_outputs())
