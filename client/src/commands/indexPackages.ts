/** "Index Installed Packages…": harvests a Python environment, so that matches name files and lines on this machine. */
import { extensions, FileType, ProgressLocation, Uri, window, workspace } from 'vscode';
import type { IndexedPackages } from '../../../server/src/lsp/protocol';
import type { Client } from '../activate';
import { texts } from '../texts';

/** Harvests the environment of the argument (a folder of the explorer), or one that the user chooses. */
export async function indexPackages(client: Client, argument: unknown): Promise<void> {
  const uri = argument instanceof Uri ? argument : await chooseEnvironment();
  if (!uri) return;
  const options = { location: ProgressLocation.Notification, title: texts.indexingPackages(), cancellable: true };
  const found = await window.withProgress(options, async (progress, token) => {
    const name = `index ${++count}`;
    const listening = client.server.onIndexProgress((at) => {
      if (at.token === name) progress.report({ message: texts.packageProgress(at.name, at.done, at.total) });
    });
    try {
      return await client.server.request('errorLookup/indexPackages', { uri: uri.toString(), token: name }, token);
    } finally {
      listening.dispose();
    }
  });
  if ('problem' in found) void window.showWarningMessage(texts.notIndexed(uri.fsPath, found.problem));
  else void window.showInformationMessage(summaryOf(found));
}

let count = 0;

function summaryOf({ packages }: IndexedPackages): string {
  if (packages.length === 0) return texts.noPackages();
  const messages = packages.reduce((sum, one) => sum + one.messages, 0);
  return texts.indexedPackages(
    packages.map(({ name, version }) => `${name} ${version}`),
    messages,
  );
}

/** The place of the setting, or the choice of the user; no interpreter is started to find one. */
async function chooseEnvironment(): Promise<Uri | undefined> {
  const path = workspace.getConfiguration('errorLookup').get('installedPackages.path', '');
  if (path !== '') return Uri.file(path);
  const items = (await candidates()).map((uri) => ({ label: workspace.asRelativePath(uri), detail: uri.fsPath, uri }));
  const other = { label: texts.chooseFolder(), detail: texts.chooseFolderDetail(), uri: undefined };
  const chosen =
    items.length === 0 ? other : await window.showQuickPick([...items, other], { title: texts.choosePackages() });
  return chosen === other ? askForFolder() : chosen?.uri;
}

async function askForFolder(): Promise<Uri | undefined> {
  const [uri] =
    (await window.showOpenDialog({ title: texts.choosePackages(), canSelectFolders: true, canSelectFiles: false })) ??
    [];
  return uri;
}

/** Environments in the order in which they are likely meant: the selected one, the configured one, those in the workspace. */
async function candidates(): Promise<Uri[]> {
  const configured = workspace.getConfiguration('python').get('defaultInterpreterPath', '');
  const inside = (await workspace.findFiles('{,*/}{.venv,venv,env}/pyvenv.cfg', null, 10)).map((uri) =>
    Uri.joinPath(uri, '..'),
  );
  const named = [await selectedInterpreter(), configured].flatMap((path) => toUri(path) ?? []);
  const unique = new Map([...named, ...inside].map((uri) => [uri.toString(), uri]));
  const found = await Promise.all([...unique.values()].map(async (uri) => ((await exists(uri)) ? [uri] : [])));
  return found.flat();
}

/** The interpreter that the Python extension has selected, where that extension is there and says so. */
async function selectedInterpreter(): Promise<string | undefined> {
  try {
    const extension = extensions.getExtension<unknown>('ms-python.python');
    const api = extension && (extension.isActive ? extension.exports : await extension.activate());
    const environments = field(api, 'environments');
    const ask = field(environments, 'getActiveEnvironmentPath');
    const path = typeof ask === 'function' ? field(ask.call(environments), 'path') : undefined;
    return typeof path === 'string' ? path : undefined;
  } catch {
    // Another extension's fault is none of the command's.
    return undefined;
  }
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** A path of the settings; `python` alone is a name to be looked for by a shell, and no place. */
function toUri(path: string | undefined): Uri | undefined {
  if (!path) return undefined;
  const [folder] = workspace.workspaceFolders ?? [];
  const whole = path.replace(/\$\{workspaceFolder\}/g, folder?.uri.fsPath ?? '');
  return /^(?:\/|[A-Za-z]:[\\/])/.test(whole) ? Uri.file(whole) : undefined;
}

async function exists(uri: Uri): Promise<boolean> {
  try {
    return (await workspace.fs.stat(uri)).type !== FileType.Unknown;
  } catch {
    return false;
  }
}
