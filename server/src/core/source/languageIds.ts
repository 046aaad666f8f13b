/** LSP language ids of source files by their name’s extension. */
const languages = new Map([
  ['.py', 'python'],
  ['.pyi', 'python'],
  ['.js', 'javascript'],
  ['.mjs', 'javascript'],
  ['.cjs', 'javascript'],
  ['.ts', 'typescript'],
  ['.mts', 'typescript'],
  ['.rs', 'rust'],
  ['.go', 'go'],
  ['.yaml', 'yaml'],
  ['.yml', 'yaml'],
  ['.sh', 'shellscript'],
  ['.bash', 'shellscript'],
  ['.dockerfile', 'dockerfile'],
  ['.service', 'systemd-unit-file'],
  ['.container', 'systemd-unit-file'],
]);

/** Every extension that has a language id, with its dot. */
export const sourceExtensions: readonly string[] = [...languages.keys()];

/** The LSP language id of a file; undefined for a file that is no source we read. */
export function languageIdOf(path: string): string | undefined {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  if (/^(?:Dockerfile|Containerfile)(?:\.|$)/.test(name)) return 'dockerfile';
  const dot = name.lastIndexOf('.');
  return dot < 0 ? undefined : languages.get(name.slice(dot).toLowerCase());
}
