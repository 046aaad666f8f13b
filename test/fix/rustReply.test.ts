/** A Rust socket that has to reply, made in one function and served in another. */
import { expect, it } from 'vitest';
import { findingsOf } from './check';

it.each([
  ['REP', 'display-only'],
  ['ROUTER', 'unsafe'],
])('a socket %s that main makes is %s', (kind, applicability) => {
  const text = `fn serve(socket: &zmq::Socket) -> anyhow::Result<()> {
    loop {
        let raw = socket.recv_bytes(0)?;
        let q: Question = serde_json::from_slice(&raw)?;
        socket.send(q.answer().as_bytes(), 0)?;
    }
}
fn main() {
    let ctx = zmq::Context::new();
    let socket = ctx.socket(zmq::${kind}).unwrap();
    serve(&socket).unwrap();
}
`;
  expect(findingsOf('drop-malformed-message', text, 'rust').map((found) => found.applicability)).toEqual([
    applicability,
  ]);
});
