/** What an installed Python distribution says of itself, and which project of the catalog it is. */
import type { InstalledPackage } from './localFact';

/** Projects of the catalog by the name of their distribution, where the two differ. */
const projects = new Map([
  ['deep-ep', 'deepep'],
  ['flash-attn', 'flash-attention'],
  ['flashinfer-python', 'flashinfer'],
  ['huggingface-hub', 'huggingface_hub'],
  ['mooncake-transfer-engine', 'mooncake'],
  ['msgpack', 'msgpack-python'],
  ['openai', 'openai-python'],
  ['openai-harmony', 'openai_harmony'],
  ['torch', 'pytorch'],
]);

/** The name by which two spellings are compared (PEP 503). */
export function normalizedName(name: string): string {
  return name.replace(/[-_.]+/g, '-').toLowerCase();
}

/** The project that a distribution is, by the catalog’s name for it if it has one. */
export function projectOf(name: string): string {
  const normalized = normalizedName(name);
  return projects.get(normalized) ?? normalized;
}

/** Name and version of `METADATA` or `PKG-INFO`; undefined where one is missing. */
export function readMetadata(text: string): InstalledPackage | undefined {
  const fields = new Map<string, string>();
  for (const line of text.split(/\r?\n/, 200)) {
    // The fields end where the description begins.
    if (line === '') break;
    const colon = line.indexOf(':');
    if (colon > 0 && !fields.has(line.slice(0, colon))) fields.set(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  const [name, version] = [fields.get('Name'), fields.get('Version')];
  if (!name || !version || !/^[\w.-]{1,200}$/.test(name) || !/^[\w.!+-]{1,100}$/.test(version)) return undefined;
  return { name, version };
}

/** Most files of one distribution. */
const maxFiles = 20_000;

/** Python files that `RECORD` lists, relative to the folder of packages; those of tests, and those outside, are left out. */
export function sourcesInRecord(text: string): string[] {
  const files: string[] = [];
  for (const row of text.split('\n')) {
    const path = row.startsWith('"') ? row.slice(1, row.indexOf('"', 1)) : row.slice(0, Math.max(0, row.indexOf(',')));
    if (isSource(path)) files.push(path);
    if (files.length >= maxFiles) break;
  }
  return files.sort();
}

/** Whether a file below the folder of packages is read. */
export function isSource(path: string): boolean {
  if (!path.endsWith('.py') || path.startsWith('/') || path.includes('\\') || path.includes('\0')) return false;
  return !path.split('/').some((part) => part === '..' || part === 'tests' || part === '__pycache__');
}

/** The folder of an editable installation, as `direct_url.json` gives it; undefined for any other. */
export function editableUrl(text: string): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null || !('url' in value) || !('dir_info' in value)) return undefined;
  const { url, dir_info: folder } = value;
  const isEditable = typeof folder === 'object' && folder !== null && 'editable' in folder && folder.editable === true;
  return isEditable && typeof url === 'string' && url.startsWith('file:') ? url : undefined;
}
