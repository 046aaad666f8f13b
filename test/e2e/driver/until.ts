/** Waiting without sleeping blindly: for a condition, or by trying again. */

/** Longest wait for anything, in milliseconds. A wait ends with what it waits for, so this costs nothing where all is well. */
export const patience = 120_000;

/** For `expect.poll`. */
export const polled = { timeout: patience };

/** Longest wait for what another try may bring, in milliseconds. */
export const shortPatience = 15_000;

/** Asks until the answer is truthy; an error names what was waited for. */
export async function until<T>(what: string, ask: () => Promise<T>, longest = patience): Promise<NonNullable<T>> {
  const end = Date.now() + longest;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (Date.now() > end) throw new Error(`waited ${longest / 1000} s for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Tries an action up to `times` times; the last error counts. */
export async function retry<T>(what: string, times: number, action: () => Promise<T>): Promise<T> {
  let last: unknown;
  for (let i = 0; i < times; i++) {
    try {
      return await action();
    } catch (error) {
      last = error;
    }
  }
  throw new Error(`${what} did not come up in ${times} tries`, { cause: last });
}
