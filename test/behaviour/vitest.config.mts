import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    include: ['test/behaviour/**/*.test.ts'],
    globalSetup: ['test/support/temporary.ts', 'test/behaviour/globalSetup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
