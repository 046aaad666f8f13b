import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    include: ['test/editors/**/*.test.ts'],
    globalSetup: 'test/support/temporary.ts',
    testTimeout: 300_000,
    hookTimeout: 600_000,
  },
});
