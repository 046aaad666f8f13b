import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/e2e/**', 'test/editors/**', 'test/behaviour/**'],
    globalSetup: 'test/support/temporary.ts',
    environment: 'node',
    testTimeout: 20_000,
  },
});
