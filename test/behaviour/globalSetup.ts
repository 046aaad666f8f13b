/** A missing Python package fails the run and says what to install. */
import { spawnSync } from 'node:child_process';
import { python } from './listener';

export default function setup(): void {
  const { status, stderr, error } = spawnSync(python, ['-c', 'import msgpack, zmq'], { encoding: 'utf8' });
  if (status === 0) return;
  const cause = error?.message ?? stderr.trim().split('\n').at(-1);
  throw new Error(`The behaviour tests need Debian's python3, python3-zmq and python3-msgpack: ${cause}`);
}
