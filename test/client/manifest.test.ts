import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { contextOf, type LogKind } from '../../client/src/views/errorRows';
import { documentSelector } from '../../server/src/lsp/documentKind';
import { clientCommands, toolNames } from '../../server/src/lsp/protocol';
import { settingsSchema, settingsSection } from '../../server/src/lsp/settings';
import { tools } from '../../server/src/tools/all';
import { manifest } from '../support/manifest';
import { productFiles } from '../support/sourceFiles';

const { contributes } = manifest;
const properties = new Map<string, Property>(Object.entries(contributes.configuration.properties));

/** Words of the rows of logs. */
const kinds: readonly LogKind[] = ['file', 'terminal', 'analyzed'];

interface Property {
  readonly type: string;
  readonly default: unknown;
  readonly enum?: readonly string[];
  readonly maxItems?: number;
  readonly scope: string;
  readonly markdownDescription: string;
}

/** Leaves of the JSON Schema that zod makes of the settings, by the name that the manifest uses. */
function leaves(schema: z.core.JSONSchema.BaseSchema, name: string): [string, z.core.JSONSchema.BaseSchema][] {
  if (schema.type !== 'object') return [[name, schema]];
  return Object.entries(schema.properties ?? {}).flatMap(([key, value]) =>
    typeof value === 'object' ? leaves(value, `${name}.${key}`) : [],
  );
}

const declared = leaves(z.toJSONSchema(settingsSchema, { io: 'input' }), settingsSection);

/** Setting of the language client itself, which the server never sees. */
const traceSetting = `${settingsSection}.trace.server`;

describe('settings', () => {
  it('are the same in the manifest and in the server', () => {
    expect([...properties.keys()]).toEqual([...declared.map(([name]) => name), traceSetting]);
  });

  it.each(declared)('%s has the type and the choices of the server', (name, schema) => {
    const { type, enum: choices, maxItems } = properties.get(name) ?? {};
    expect({ type, choices, maxItems }).toEqual({ type: schema.type, choices: schema.enum, maxItems: schema.maxItems });
  });

  it.each(declared)('%s has the default of the server', (name) => {
    const defaults: unknown = settingsSchema.parse({});
    const path = name.split('.').slice(1);
    const value = path.reduce((at, key) => new Map(Object.entries(at ?? {})).get(key), defaults);
    expect(properties.get(name)?.default).toEqual(value);
  });

  it('fall back one by one where a value is wrong', () => {
    const settings = settingsSchema.parse({ level: 'loud', diagnostics: { enabled: 'no' }, sourceRoots: ['/src'] });
    expect(settings).toEqual({ ...settingsSchema.parse({}), sourceRoots: ['/src'] });
  });

  it('have a description and a scope each', () => {
    for (const [name, { markdownDescription, scope }] of properties) {
      expect(markdownDescription).toMatch(/\.$/);
      // Paths differ from machine to machine.
      const isPath = ['errorLookup.sourceRoots', 'errorLookup.installedPackages.path'].includes(name);
      expect(scope).toBe(isPath ? 'machine-overridable' : 'window');
    }
  });

  it('that name files are not taken from a workspace that is not trusted', () => {
    expect(manifest.capabilities.untrustedWorkspaces.restrictedConfigurations).toEqual([
      'errorLookup.installedPackages.include',
      'errorLookup.installedPackages.path',
      'errorLookup.sourceRoots',
      'errorLookup.workspaceCatalogs.enabled',
      'errorLookup.workspaceSource.enabled',
    ]);
  });
});

describe('commands', () => {
  const ids = contributes.commands.map(({ command }) => command);
  const handlers = [...readFileSync('client/src/commands/all.ts', 'utf8').matchAll(/\['(errorLookup\.\w+)'/g)];

  it('are the same in the manifest and in the client', () => {
    expect(handlers.map(([, id]) => id)).toEqual(ids);
  });

  it('stand under one heading', () => {
    expect(contributes.commands.filter(({ category }) => category !== 'Error Lookup')).toEqual([]);
  });

  it('include those that the server links', () => {
    expect(Object.values(clientCommands).filter((id) => !ids.includes(id))).toEqual([]);
  });

  it('in menus exist, and those for links only are not in the palette', () => {
    const rows = Object.values(contributes.menus).flat();
    expect(rows.filter(({ command }) => !ids.includes(command))).toEqual([]);
    const hidden = contributes.menus.commandPalette.filter(({ when }) => when === 'false');
    expect(hidden.map(({ command }) => command)).toEqual([
      'errorLookup.openPage',
      'errorLookup.copyMessage',
      'errorLookup.showReason',
      'errorLookup.openPlace',
      'errorLookup.showResults',
      'errorLookup.removeLog',
      'errorLookup.openError',
      'errorLookup.explainError',
      'errorLookup.copyError',
      'errorLookup.fixError',
    ]);
  });

  it('on rows of a view look for words that rows have', () => {
    const row = { id: 'a', log: { id: 'l', kind: 'file', title: 't', uri: 'u', stories: [] } } as const;
    const error = { code: 'c', explained: true };
    const words = new Set([
      ...contextOf({ ...row, error, cause: undefined, consequences: [] } as never).split(' '),
      ...kinds,
    ]);
    for (const { when } of contributes.menus['view/item/context']) {
      const [, view, word = ''] = /^view == ([\w.]+) && viewItem =~ \/\\b(\w+)\\b\/$/.exec(when) ?? [];
      expect(view, when).toBe('errorLookup.errors');
      expect(words, when).toContain(word);
    }
  });
});

describe('views', () => {
  it('stand in one container, each made by the client, with a welcome where they can be empty', () => {
    const [container] = contributes.viewsContainers.activitybar;
    expect(existsSync(container?.icon ?? '')).toBe(true);
    const ids = contributes.views.errorLookup.map(({ id }) => id);
    expect(ids).toEqual(['errorLookup.errors', 'errorLookup.catalog']);
    const client = productFiles()
      .filter(({ path }) => path.startsWith('client/'))
      .map(({ text }) => text)
      .join('\n');
    for (const id of ids) expect(client).toContain(`('${id}', {`);
    for (const { view, contents } of contributes.viewsWelcome) {
      expect(ids).toContain(view);
      expect(contents).toMatch(/\]\(command:[^)]+\)/);
    }
  });
});

describe('activation', () => {
  it('happens for the languages that the server reads, and not at every start', () => {
    const languages = documentSelector.map(({ language }) => `onLanguage:${language}`);
    expect(manifest.activationEvents).toEqual([
      ...languages,
      'onTerminal:*',
      'onWebviewPanel:errorLookup.page',
      'workspaceContains:.error-lookup/*.{yaml,yml}',
    ]);
  });
});

describe('the walkthrough', () => {
  const [walkthrough] = contributes.walkthroughs;
  const steps = walkthrough?.steps ?? [];

  it.each(steps.map((step) => [step.id, step] as const))(
    'step %s has its picture, its words and its action',
    (_id, step) => {
      expect(existsSync(step.media.svg)).toBe(true);
      expect(step.media.altText).not.toBe('');
      const [, command = ''] = /\]\((command:[^)]+)\)$/.exec(step.description) ?? [];
      expect(step.completionEvents).toEqual([`onLink:${command}`]);
      const [id, argument = ''] = command.slice('command:'.length).split('?');
      expect(contributes.commands.map((it) => it.command)).toContain(id);
      const [sample] = JSON.parse(decodeURIComponent(argument));
      expect(readFileSync('client/src/commands/openSample.ts', 'utf8')).toContain(`['${sample}', {`);
    },
  );

  it('has a step for each surface', () => {
    expect(steps.map(({ id }) => id)).toEqual(['hover', 'decode', 'fix', 'terminal']);
  });
});

describe('tools for agents', () => {
  it('are those of the server, in the manifest and in the client', () => {
    expect(contributes.languageModelTools.map(({ name }) => name)).toEqual([...toolNames]);
    expect(tools.map(({ name }) => name)).toEqual([...toolNames]);
  });

  it.each(tools)('$name is described to models as the server describes it', ({ name, title, description, input }) => {
    const { $schema: _dialect, ...schema } = z.toJSONSchema(input, { io: 'input' });
    expect(contributes.languageModelTools.find((tool) => tool.name === name)).toMatchObject({
      displayName: title,
      modelDescription: description,
      inputSchema: schema,
    });
  });

  it('come as an MCP server too, under the id that the client registers', () => {
    const [server] = contributes.mcpServerDefinitionProviders;
    expect(readFileSync('client/src/agents/mcp.ts', 'utf8')).toContain(`'${server?.id}'`);
  });
});
