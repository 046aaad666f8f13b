import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    include: ['test/behaviour/**/*.test.ts'],
    globalSetup: ['test/support/temporary.ts', 'test/behaviour/globalSetup.ts'],
    // Longer than what a test waits for one after the other.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
