import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { documentSelector } from '../server/src/lsp/documentKind';
import { settingsSchema, settingsSection } from '../server/src/lsp/settings';

interface Setting {
  readonly default: unknown;
  readonly scope?: string;
  readonly order?: number;
  readonly markdownDescription?: string;
}

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const settings: Record<string, Setting> = manifest.contributes.configuration.properties;
const commands: { command: string; title: string; category?: string }[] = manifest.contributes.commands;

describe('the settings', () => {
  it('are those that the server reads, with the same defaults', () => {
    const declared = Object.entries(settings)
      // Read by the language client itself.
      .filter(([name]) => name !== `${settingsSection}.trace.server`)
      .map(([name, setting]) => [name, setting.default]);
    expect(Object.fromEntries(declared)).toEqual(leaves(settingsSection, settingsSchema.parse({})));
  });

  it('are few, and each says what it does and where it may be set', () => {
    expect(Object.keys(settings).length).toBeLessThanOrEqual(20);
    const vague = Object.entries(settings).filter(
      ([, { scope, markdownDescription }]) => !scope || !markdownDescription?.endsWith('.'),
    );
    expect(vague).toEqual([]);
    const orders = Object.values(settings).map(({ order }) => order);
    expect(orders).toEqual([...orders.keys()].map((index) => index + 1));
  });

  it('that an untrusted workspace may not set exist', () => {
    const { supported, restrictedConfigurations } = manifest.capabilities.untrustedWorkspaces;
    expect(supported).toBe('limited');
    expect(restrictedConfigurations.filter((name: string) => !(name in settings))).toEqual([]);
  });
});

describe('the commands', () => {
  it('stand together under one name in the palette', () => {
    const odd = commands.filter(
      ({ command, category }) => !command.startsWith('errorLookup.') || category !== 'Error Lookup',
    );
    expect(odd).toEqual([]);
    expect(commands.length).toBeGreaterThan(0);
  });

  it('in menus are declared', () => {
    const menus: { command: string }[][] = Object.values(manifest.contributes.menus ?? {});
    const known = new Set(commands.map(({ command }) => command));
    expect(menus.flat().filter(({ command }) => !known.has(command))).toEqual([]);
  });
});

describe('the extension', () => {
  it('wakes up only where it can help', () => {
    const events: string[] = manifest.activationEvents;
    const languages = events.filter((event) => event.startsWith('onLanguage:'));
    expect(languages).toEqual(documentSelector.map(({ language }) => `onLanguage:${language}`));
    expect(events.filter((event) => event === '*' || event === 'onStartupFinished')).toEqual([]);
  });

  it('says what works without trust and without a disk', () => {
    expect(manifest.capabilities.untrustedWorkspaces.description).toMatch(/\.$/);
    expect(manifest.capabilities.virtualWorkspaces.description).toMatch(/\.$/);
  });

  it('asks for the version of VS Code that its types describe', () => {
    expect(manifest.engines.vscode).toBe(`^${manifest.devDependencies['@types/vscode']}`);
  });

  it('pins every package', () => {
    const versions = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(String(version)))).toEqual([]);
  });

  it('brings what a store page shows', () => {
    for (const file of ['CHANGELOG.md', 'LICENSE', 'NOTICE']) expect(existsSync(file), file).toBe(true);
    const icon = readFileSync(manifest.icon);
    expect(icon.subarray(0, 8)).toEqual(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
    // Width and height of the IHDR chunk (PNG specification, 11.2.2).
    expect([icon.readUInt32BE(16), icon.readUInt32BE(20)]).toEqual([256, 256]);
  });
});

/** Values of a nested object by their dotted names. */
function leaves(prefix: string, value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { [prefix]: value };
  return Object.assign({}, ...Object.entries(value).map(([key, item]) => leaves(`${prefix}.${key}`, item)));
}
