/** The settings, as `package.json` declares them; a test compares the two. A wrong value falls back to its default. */
import * as z from 'zod';
import type { Level } from '../core/match/match';

/** Prefix of all settings. */
export const settingsSection = 'errorLookup';

/** Schema of the value of `errorLookup`. */
export const settingsSchema = z.object({
  level: z.enum(['warning', 'info', 'debug']).catch('warning'),
  diagnostics: z.object({ enabled: z.boolean().catch(true) }).catch({ enabled: true }),
  manifestHints: z.object({ enabled: z.boolean().catch(true) }).catch({ enabled: true }),
  logColors: z.object({ enabled: z.boolean().catch(true) }).catch({ enabled: true }),
  codeLens: z.object({ enabled: z.boolean().catch(true) }).catch({ enabled: true }),
  terminalLinks: z.object({ enabled: z.boolean().catch(true) }).catch({ enabled: true }),
  terminalWatch: z.object({ enabled: z.boolean().catch(true) }).catch({ enabled: true }),
  debugWatch: z.object({ enabled: z.boolean().catch(true) }).catch({ enabled: true }),
  workspaceCatalogs: z.object({ enabled: z.boolean().catch(true) }).catch({ enabled: true }),
  workspaceSource: z.object({ enabled: z.boolean().catch(true) }).catch({ enabled: true }),
  installedPackages: z
    .object({ path: z.string().catch(''), include: z.array(z.string()).max(1000).catch([]) })
    .catch({ path: '', include: [] }),
  sourceRoots: z.array(z.string()).max(50).catch([]),
});

/** The settings, checked. */
export type Settings = z.output<typeof settingsSchema>;

/** Reads the value that the client sent; anything unreadable gives the defaults. */
export function readSettings(value: unknown): Settings {
  return settingsSchema.safeParse(value).data ?? settingsSchema.parse({});
}

/** Lowest level reported, by the name that Python logging uses. */
export function levelOf(settings: Settings): Level {
  return ({ warning: 'WARNING', info: 'INFO', debug: 'DEBUG' } as const)[settings.level];
}
