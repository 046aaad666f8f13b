/** Fixes of how Python code passes errors on: what each changes, and where it keeps still. */
import { describe, expect, it } from 'vitest';
import { checkFix, checkNone, findingsOf } from './check';

describe('bounded-retry', () => {
  const fix = 'bounded-retry';

  it('repeats a step whose status says that it passes', () => {
    checkFix(
      fix,
      `import asyncio

async def write(session, batch):
    # Posts at once.
    status = await session.write(
        batch,
    )
    if status.Failed() and "SQ full" in status.Message():
        raise TransferError(status.Message())
`,
      `import asyncio

async def write(session, batch):
    # Posts at once.
    for attempt in range(6):
        status = await session.write(
            batch,
        )
        if not (status.Failed() and "SQ full" in status.Message()):
            break
        if attempt < 5:
            await asyncio.sleep(0.05 * 2**attempt)
    if status.Failed() and "SQ full" in status.Message():
        raise TransferError(status.Message())
`,
      'unsafe',
    );
  });

  it('adds the import that the wait needs and keeps the log line', () => {
    checkFix(
      fix,
      `import queue

def push(items, item, log):
    try:
        items.put_nowait(item)
    except queue.Full:
        log.error("queue is full")
        raise
`,
      `import time
import queue

def push(items, item, log):
    for attempt in range(6):
        try:
            items.put_nowait(item)
            break
        except queue.Full:
            if attempt < 5:
                time.sleep(0.05 * 2**attempt)
                continue
            log.error("queue is full")
            raise
`,
      'unsafe',
    );
  });

  it.each([
    ['the failure stays', 'try:\n    send(x)\nexcept ValueError:\n    raise\n'],
    ['the handler goes on', 'try:\n    q.put(x)\nexcept queue.Full:\n    drop(x)\n'],
    ['the handler does more', 'try:\n    q.put(x)\nexcept queue.Full:\n    close()\n    raise\n'],
    ['several steps are tried', 'try:\n    q.put(x)\n    done(x)\nexcept queue.Full:\n    raise\n'],
    ['other errors are named too', 'try:\n    q.put(x)\nexcept (queue.Full, ValueError):\n    raise\n'],
    ['another status is checked', 'a = f()\nif "SQ full" in b:\n    raise E(b)\n'],
    ['the text only stands in the message', 'a = f()\nif a:\n    raise E("SQ full")\n'],
  ])('is silent where %s', (_name, text) => {
    checkNone(fix, text);
  });
});

describe('keep-cause', () => {
  const fix = 'keep-cause';

  it('reads clauses and raises of several lines, and texts that say from', () => {
    const lines = (name: string, from: string) =>
      `try:\n    f()\nexcept (\n    OSError,  # the disk\n    ValueError,\n)${name}:\n    raise Failed(\n        "read from disk",  # who\n    )${from}  # and why\n`;
    checkFix('keep-cause', lines('', ''), lines(' as e', ' from e'));
  });

  it('uses the name of the handled exception, or gives it one that is free', () => {
    const clause = (head: string, raised: string) =>
      `def f(e):\n    try:\n        g()\n    ${head}:  # c\n        raise ${raised}  # d\n`;
    checkFix(
      fix,
      clause('except (A, B) as x', 'E(\n            "two lines"\n        )'),
      clause('except (A, B) as x', 'E(\n            "two lines"\n        ) from x'),
    );
    checkFix(fix, clause('except A', 'E'), clause('except A as error', 'E from error'));
  });

  it.each([
    ['was made before', 'NotReady = RuntimeError("x")\n', 'NotReady'],
    ['is a constant of another file', 'from errors import NOT_READY\n', 'NOT_READY'],
    [
      'is made once by its class',
      'class Failure(Exception):\n    def __new__(cls):\n        cls.one = cls.one or super().__new__(cls)\n        return cls.one\n',
      'Failure()',
    ],
    ['comes from a method', 'from errors import Failure\n', 'Failure.of(1)'],
  ])('asks first where what is raised %s', (_name, above, raised) => {
    const text = `${above}def f(a):\n    try:\n        g()\n    except A:\n        raise ${raised}\n`;
    const found = findingsOf(fix, text);
    expect(found.map(({ applicability }) => applicability)).toEqual(['unsafe']);
  });

  it('asks first where what is raised is given by the caller', () => {
    const text = 'def f(Failure):\n    try:\n        g()\n    except A:\n        raise Failure\n';
    expect(findingsOf(fix, text).map(({ applicability }) => applicability)).toEqual(['unsafe']);
  });

  it('is safe for a class that makes each object anew', () => {
    const text =
      'class Failure(Exception):\n    def __new__(cls, n):\n        made = super().__new__(cls)\n        made.n = n\n        return made\n\n\ntry:\n    g()\nexcept A:\n    raise Failure(1)\n';
    expect(findingsOf(fix, text).map(({ applicability }) => applicability)).toEqual(['safe']);
  });

  it.each([
    ['a cause is named', 'try:\n    f()\nexcept A as e:\n    raise B() from e\n'],
    ['the link is cut on purpose', 'try:\n    f()\nexcept A:\n    raise B() from None\n'],
    ['the same exception goes on', 'try:\n    f()\nexcept A as e:\n    raise e.with_traceback(None)\n'],
    ['it is raised again', 'try:\n    f()\nexcept A:\n    raise\n'],
    ['the process ends', 'try:\n    f()\nexcept A:\n    raise SystemExit(1)\n'],
    ['there is no place for a name', 'try:\n    f()\nexcept:\n    raise B()\n'],
    ['the raise belongs to another function', 'try:\n    f()\nexcept A:\n    def g():\n        raise B()\n'],
    [
      'the raise is tried itself',
      'try:\n    f()\nexcept A as e:\n    try:\n        raise B()\n    finally:\n        g()\n',
    ],
    ['nothing is handled', 'if a:\n    raise B()\n'],
  ])('is silent where %s', (_name, text) => {
    checkNone(fix, text);
  });
});

describe('log-exception', () => {
  const fix = 'log-exception';
  const clause = (line: string) => `try:\n    f()\nexcept A as e:\n    ${line}\n`;

  it('keeps the message and its arguments', () => {
    checkFix(
      fix,
      clause('self.log.error(f"failed: {e}", extra=x)'),
      clause('self.log.exception(f"failed: {e}", extra=x)'),
      'unsafe',
    );
  });

  it.each([
    ['the traceback is logged', clause('log.error("failed: %s", e, exc_info=True)')],
    ['the exception is raised again', clause('log.error("failed: %s", e)\n    raise')],
    ['the exception is not named', clause('log.error("failed")')],
    ['it is a warning', clause('log.warning("failed: %s", e)')],
    ['it is no logger', clause('parser.error(str(e))')],
    ['it runs later', clause('later(lambda: log.error("failed: %s", e))')],
  ])('is silent where %s', (_name, text) => {
    checkNone(fix, text);
  });
});
