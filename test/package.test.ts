import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { manifest } from './support/manifest';

describe('the package', () => {
  it('asks for the version of VS Code that its types describe', () => {
    expect(manifest.engines.vscode).toBe(`^${manifest.devDependencies['@types/vscode']}`);
  });

  it('pins every dependency', () => {
    const versions = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });

  it('brings what a store page shows', () => {
    for (const file of ['README.md', 'CHANGELOG.md', 'LICENSE', 'NOTICE']) expect(existsSync(file), file).toBe(true);
    const icon = readFileSync(manifest.icon);
    expect(icon.subarray(0, 8)).toEqual(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
    // Width and height of the IHDR chunk (PNG specification, 11.2.2).
    expect([icon.readUInt32BE(16), icon.readUInt32BE(20)]).toEqual([256, 256]);
  });

  it('has few settings, in a stated order', () => {
    const settings = Object.values(manifest.contributes.configuration.properties);
    expect(settings.length).toBeLessThanOrEqual(20);
    expect(settings.map(({ order }) => order)).toEqual([...settings.keys()].map((index) => index + 1));
  });

  it('says what works without trust and without a disk', () => {
    expect(manifest.capabilities.untrustedWorkspaces.description).toMatch(/\.$/);
    expect(manifest.capabilities.virtualWorkspaces.description).toMatch(/\.$/);
  });
});
