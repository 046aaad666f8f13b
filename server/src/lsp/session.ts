/** What the server knows at one moment: the client, settings, workspace folders and the loaded product. */
import type { ClientCapabilities } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { MatchOptions } from '../core/match/match';
import type { HoverLinks } from '../core/render/hover';
import { type Words, wordsFor } from '../core/render/words';
import type { ErrorLookup } from '../core/service';
import { hoverLinks } from './commandLinks';
import type { Logger } from './guard';
import type { LargeDocuments } from './large/largeDocuments';
import { LocalIndex } from './local/localIndex';
import type { InitializationOptions, LinePlace } from './protocol';
import { levelOf, readSettings, type Settings } from './settings';
import { SourceFiles } from './sourceFiles';
import { noCatalogs, readWorkspaceCatalogs, type WorkspaceCatalogs } from './workspaceCatalogs';
import type { World } from './world';

/** State of a running server. Features read it; only `server.ts` changes it. */
export class Session {
  settings: Settings = readSettings(undefined);
  capabilities: ClientCapabilities = {};
  options: InitializationOptions = {};
  /** Language of the editor, such as `zh-cn`. */
  locale: string | undefined;
  /** URIs of the workspace folders. */
  folders: readonly string[] = [];
  catalogs: WorkspaceCatalogs = noCatalogs;
  readonly sourceFiles: SourceFiles;
  /** Documents that are kept out of text synchronisation. */
  large: LargeDocuments | undefined;
  /** Source on this machine. */
  readonly local: LocalIndex;
  #lookup: Promise<ErrorLookup> | undefined;

  constructor(
    readonly world: World,
    readonly logger: Logger,
    readonly openDocument: (uri: string) => TextDocument | undefined,
    readonly openDocuments: () => readonly TextDocument[],
  ) {
    this.local = new LocalIndex(this);
    this.sourceFiles = new SourceFiles(world.files, () => this.#sourceRoots(), world.now);
  }

  /**
   * The document, or of a large one the lines [line, to] with many around them; undefined for one that is not open.
   * Offsets count in the text that is given, lines in the whole.
   */
  async documentAt(uri: string, line: number, to = line): Promise<TextDocument | undefined> {
    const open = this.openDocument(uri);
    if (open) return open;
    this.large?.lookedAt(uri, line, to);
    return this.large?.get(uri)?.around(line, to);
  }

  /** The product; it is loaded when first needed. A failed load is tried again at the next request. */
  lookup(): Promise<ErrorLookup> {
    this.#lookup ??= this.world.createLookup(this.catalogs.entries, this.local.parts).catch((error: unknown) => {
      this.#lookup = undefined;
      throw error;
    });
    return this.#lookup;
  }

  /** The product is made anew at the next request, with what is known of this machine now. */
  forgetLookup(): void {
    this.#lookup = undefined;
  }

  /** Projects that the bundled catalog knows. */
  async bundledProjects(): Promise<readonly string[]> {
    return (await this.world.createLookup([])).catalog.projects;
  }

  /** Reads the catalogs of the workspace, if the user trusts it and has not switched them off. */
  async loadCatalogs(): Promise<void> {
    const before = this.catalogs;
    const wanted = this.options.trusted && this.settings.workspaceCatalogs.enabled;
    let bundled: Promise<ErrorLookup> | undefined;
    const isBundled = async (code: string): Promise<boolean> => {
      bundled ??= this.world.createLookup([]);
      return (await bundled).catalog.get(code) !== undefined;
    };
    this.catalogs = wanted ? await readWorkspaceCatalogs(this.world, this.folders, isBundled) : noCatalogs;
    // What is known of documents is known of one product, and is looked up anew with another.
    if ([before, this.catalogs].some(({ entries, ignored }) => entries.length + ignored.size > 0))
      this.#lookup = undefined;
  }

  /** What is reported, by the settings. */
  get matchOptions(): MatchOptions {
    return { level: levelOf(this.settings), ignored: this.catalogs.ignored };
  }

  /** Links for hovers; none for an editor without our commands. */
  linksFor(lookup: ErrorLookup, at?: LinePlace): HoverLinks {
    return { ...hoverLinks(lookup.catalog, this.options.commands === true, at), words: this.words };
  }

  /** How labels are said. */
  get words(): Words {
    return wordsFor(this.locale);
  }

  #sourceRoots(): string[] {
    const roots = this.options.trusted ? this.settings.sourceRoots : [];
    return [...roots, ...this.folders.flatMap((uri) => this.world.files.toPath(uri) ?? [])];
  }
}
