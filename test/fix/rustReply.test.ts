/** A Rust socket that has to reply, made in one function and served in another. */
import { expect, it } from 'vitest';
import { findingsOf } from './check';

it.each([
  ['ctx.socket(zmq::REP).unwrap()', 'display-only'],
  ['ctx.socket(zmq::ROUTER).unwrap()', 'unsafe'],
  ['RepSocket::new()', 'display-only'],
  ['tmq::reply(&ctx).bind("tcp://*:5555")?', 'display-only'],
  ['async_zmq::reply("tcp://*:5555")?.bind()?', 'display-only'],
  ['RouterSocket::new()', 'unsafe'],
])('a socket by %s in main is %s', (made, applicability) => {
  const text = `fn serve(socket: &zmq::Socket) -> anyhow::Result<()> {
    loop {
        let raw = socket.recv_bytes(0)?;
        let q: Question = serde_json::from_slice(&raw)?;
        socket.send(q.answer().as_bytes(), 0)?;
    }
}
fn main() {
    let ctx = zmq::Context::new();
    let socket = ${made};
    serve(&socket).unwrap();
}
`;
  expect(findingsOf('drop-malformed-message', text, 'rust').map((found) => found.applicability)).toEqual([
    applicability,
  ]);
});
