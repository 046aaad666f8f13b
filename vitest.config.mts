import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/e2e/**', 'test/editors/**', 'test/behaviour/**'],
    globalSetup: 'test/support/temporary.ts',
    environment: 'node',
    // For what hangs, also where other programs take most of the processor.
    testTimeout: 300_000,
    // Most files take less time than loading the core anew for each; no test replaces a module or leaves state in one.
    isolate: false,
    maxWorkers: '100%',
  },
});
