import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    // `npm run bench` measures in a real window what nothing else can.
    include: [process.env.MEASURE ? 'test/e2e/**/*.measure.ts' : 'test/e2e/**/*.test.ts'],
    globalSetup: ['test/e2e/globalSetup.ts'],
    // One VS Code serves all files, one after the other: two windows at once starve each other on a small machine.
    fileParallelism: false,
    // A real window may miss a key or a click while it is busy with itself; what fails twice is a fault.
    retry: 1,
    // Longer than what a test waits for one after the other: a wait that ends says what did not come.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    reporters: ['verbose'],
  },
});
