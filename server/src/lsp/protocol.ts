/**
 * What the Error Lookup client and the language server agree on beyond the Language Server Protocol: names and types only.
 *
 * `docs/protocol.md` explains each request; a test keeps its hash of this file up to date.
 */

import type { IndexedPackages, IndexPackagesParams, PackageProgress } from './packageProtocol';

export type { IndexedPackages, IndexPackagesParams, PackageProgress };

/** Commands of the client that the server may put into hovers and code actions; no other command is ever linked. */
export const clientCommands = {
  /** Opens the page of an entry. Arguments: the entry’s code. */
  openPage: 'errorLookup.openPage',
  /** Puts an entry on the clipboard as Markdown. Arguments: the entry’s code. */
  copyMarkdown: 'errorLookup.copyMarkdown',
  /** Puts the message at a place on the clipboard, as its log says it. Arguments: a {@link LinePlace}. */
  copyMessage: 'errorLookup.copyMessage',
  /** Explains a line of a document, or says what was tried on it. Arguments: a {@link LinePlace}. */
  explainLine: 'errorLookup.explainLine',
  /** Shows the reading of a payload. Arguments: a {@link LinePlace}. */
  decodePayload: 'errorLookup.decodePayload',
  /** Shows a sentence, such as why a fix is withheld. Arguments: the sentence. */
  showReason: 'errorLookup.showReason',
  /** Opens a place with its quick fixes. Arguments: a {@link LinePlace}. */
  openPlace: 'errorLookup.openPlace',
} as const;

/** Tools for language models, as the client registers them. */
export const toolNames = ['lookup_error', 'decode_payload', 'find_root_cause'] as const;

/** What the client tells in `initializationOptions`; another editor sends nothing and gets plain LSP. */
export interface InitializationOptions {
  /** The client has {@link clientCommands}. */
  readonly commands?: boolean;
  /** The user trusts the workspace, so its catalogs and its source may be read. */
  readonly trusted?: boolean;
  /** Absolute path of a folder of this user in which the server may keep what it read of source. */
  readonly storage?: string;
}

/** A place in an open document. Both numbers are zero-based, `character` in UTF-16 units. */
export interface LinePlace {
  readonly uri: string;
  readonly line: number;
  readonly character?: number;
}

/** Asks for the page of an entry. */
export interface PageParams {
  readonly code: string;
  /** Line of an open document that one comes from: its values are shown. */
  readonly at?: LinePlace;
  /** Values of a line that is in no document. */
  readonly values?: readonly CapturedValue[];
}

/** An entry ready to be shown. */
export interface Page {
  readonly code: string;
  readonly title: string;
  /** Body of the page. Text of entries is escaped in it; links are `https:` or `entry:<code>`. */
  readonly html: string;
  /** The same as one Markdown document. */
  readonly markdown: string;
  /** Web address of the first raise site at the pinned commit, if the project is pinned. */
  readonly sourceUrl: string | null;
  /** Web address of a search for the message among public issues; it holds text of the catalog alone. */
  readonly issuesUrl: string | null;
  /** The statement that makes the message, where a file of the workspace or a source root holds it. */
  readonly raise: LinePlace | null;
  /** The entry as JSON. */
  readonly json: string;
}

/** Asks for known errors in lines that are no document, such as those of a terminal. */
export interface MatchLinesParams {
  /** Lines without their ends, in the order in which they stand. */
  readonly lines: readonly string[];
}

/** A known error in one of the lines. */
export interface LineMatch {
  /** Index of the line. */
  readonly line: number;
  /** [start, end) in UTF-16 units of that line. */
  readonly start: number;
  readonly end: number;
  readonly code: string;
  readonly title: string;
  readonly values: readonly CapturedValue[];
}

/** Asks what a line of an open document, or a piece of text, says. */
export type ExplainParams = { readonly at: LinePlace } | { readonly text: string };

/** The answer to {@link ExplainParams}. */
export interface Explanation {
  /** Entries found, in the order of the text, each once. */
  readonly entries: readonly EntrySummary[];
  /** Plain text: what was found or, where nothing fits, what was tried and why it failed. */
  readonly document: string;
}

/** An entry in a list. */
export interface EntrySummary {
  readonly code: string;
  readonly title: string;
  /** One sentence: what is wrong. */
  readonly summary: string;
  readonly severity: string;
  readonly project: string;
}

/** Hands over the next piece of the output of a command. Pieces of one output are sent one after the other. */
export interface ScanOutputParams {
  /** Name of the output, chosen by the client; free again after the piece that ends it. */
  readonly id: string;
  /** As the terminal printed it, escape codes included; a piece may end anywhere but inside a surrogate pair. */
  readonly text: string;
  /**
   * What follows: more at once, a pause, or nothing. At a pause the whole lines so far are taken for complete, so that
   * a program that waits is heard; a traceback that goes on after it is not joined to them.
   */
  readonly next: 'more' | 'pause' | 'end';
}

/** A value that the program put into a message. */
export interface CapturedValue {
  /** Name of the hole of the template. */
  readonly name: string;
  readonly text: string;
}

/** Where and when an error stands in its log. */
export interface LogPlace {
  /** Zero-based; lines end as they do in an editor. */
  readonly line: number;
  /** Time stamp as printed; null where the line has none. */
  readonly time: string | null;
}

/** A known error of a log: all its occurrences. */
export interface LogError extends EntrySummary {
  /** Whether `code` has a page; a place in source that nobody has explained yet has none. */
  readonly explained: boolean;
  readonly role: 'cause' | 'consequence' | 'advice' | null;
  readonly count: number;
  readonly first: LogPlace;
  readonly last: LogPlace;
  /** The occurrence that shows it best. */
  readonly example: LogPlace;
  /** Processes that reported it, most often first; some of them where there are many. */
  readonly processes: readonly string[];
  /** Its message in the example, on one line. */
  readonly message: string;
  /** Values in the example, in the order of the message. */
  readonly captures: readonly CapturedValue[];
  /** How often, by whom and when, in a few words. */
  readonly detail: string;
}

/** An error that no other one explains, and what it set off. */
export interface LogStory {
  readonly error: LogError;
  readonly consequences: readonly LogError[];
}

/** Asks for the errors of an open document. */
export interface LogErrorsParams {
  readonly uri: string;
}

/** Asks for the errors of a file on the server’s disk, of any size. */
export interface AnalyzeFileParams {
  readonly uri: string;
  /** Names the analysis in its {@link AnalysisProgress}. */
  readonly token: string;
}

/** How far an analysis is. */
export interface AnalysisProgress {
  readonly token: string;
  /** Bytes of the file, and those read. */
  readonly size: number;
  readonly bytes: number;
  /** Errors found so far. */
  readonly errors: number;
}

/** What a file holds. */
export interface AnalyzedFile {
  /** Causes first. */
  readonly stories: readonly LogStory[];
  /** Body of a page: buttons with `data-line` lead to lines, links are `entry:<code>`. */
  readonly html: string;
  /** The user stopped it before the end. */
  readonly stopped: boolean;
  /** Bytes and lines that were read. */
  readonly size: number;
  readonly lineCount: number;
}

/** Why a file was not analyzed, as half a sentence. */
export interface FileProblem {
  readonly problem: string;
}

/** Asks for lines around one of an analyzed file. */
export interface FileSliceParams {
  readonly uri: string;
  /** Zero-based. */
  readonly line: number;
}

/** Some lines of a file. */
export interface FileSlice {
  readonly text: string;
  /** Zero-based number of the first of them. */
  readonly firstLine: number;
  /** Lines of the whole file. */
  readonly lineCount: number;
}

/** Asks for entries whose message the query holds, or that hold all its words, and that the filters let through. */
export interface SearchParams {
  /** Words separated by spaces, or a line as a log prints it; an empty query gives the whole catalog. */
  readonly query: string;
  readonly project?: string;
  readonly severity?: string;
  /** A version of the project, such as `v0.11.0`: entries whose message it has. */
  readonly version?: string;
}

/** What the catalog can be filtered by. */
export interface CatalogFilters {
  /** Projects with entries, and those of their versions in which a message came or went, newest first. */
  readonly projects: readonly { readonly name: string; readonly versions: readonly string[] }[];
  /** Worst first. */
  readonly severities: readonly string[];
}

/** Asks for the payloads in a line of an open document. */
export interface PayloadsParams {
  readonly at: LinePlace;
}

/** Text in a line that reads as bytes. */
export interface Payload {
  /** [start, end) in UTF-16 units of the line. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Asks what pasted bytes, or those of a file, are. */
export interface DecodeParams {
  /** The pasted text; Base64 of the bytes where `file` is true. */
  readonly text: string;
  readonly file?: boolean;
  /** Bytes of the whole file, where `text` holds its beginning. */
  readonly fileSize?: number;
  /** Name of the form to read the text in, and of the hint for the bytes; where they are left out, both are found out. */
  readonly form?: string;
  readonly hint?: string;
  /** Line of an open document that the text comes from: its errors are linked. */
  readonly at?: LinePlace;
}

/** Asks for a payload in another notation. */
export interface CopyPayloadParams extends DecodeParams {
  readonly as: 'json' | 'hex' | 'python' | 'base64' | 'text';
}

/** Asks for the bytes of a payload from an offset on. */
export interface PayloadBytesParams extends DecodeParams {
  readonly from: number;
}

/** What pasted bytes are. */
export interface Decoded {
  /** One line: what the bytes are. */
  readonly summary: string;
  /** Name of the kind, such as `msgpack`; `none` where nothing was decoded. */
  readonly kind: string;
  /** The whole reading as plain text. */
  readonly document: string;
  /** Body of its page. The payload is escaped in it; links are `entry:<code>`. */
  readonly html: string;
}

/** Runs a tool for language models on input that a model has written. */
export interface ToolParams {
  /** One of {@link toolNames}. */
  readonly name: string;
  readonly input: unknown;
}

/** The answer of a tool for the model: JSON, or one sentence where the input cannot be worked with. */
export interface ToolAnswer {
  readonly ok: boolean;
  readonly text: string;
}

/** A document too large to send was opened, or is on the disk as it is in the editor once more. */
export interface OpenLargeParams {
  readonly uri: string;
  readonly languageId: string;
  readonly version: number;
  /** Lines that the editor counts; the server’s must be as many. */
  readonly lineCount: number;
}

/** Such a document was edited. */
export interface ChangeLargeParams {
  readonly uri: string;
  readonly version: number;
  /** As in `textDocument/didChange`. Empty where they are too long to send: the text is not known until it is on the disk. */
  readonly changes: readonly {
    readonly range: {
      readonly start: { readonly line: number; readonly character: number };
      readonly end: { readonly line: number; readonly character: number };
    };
    readonly text: string;
  }[];
}

/** Such a document was closed. */
interface CloseLargeParams {
  readonly uri: string;
}

/** How the server is. */
export interface Status {
  readonly version: string;
  /** Number of explained errors, those of the workspace included. */
  readonly entries: number;
  /** Number of places in source code that are recognised. */
  readonly sites: number;
  /** Number of entries read from `.error-lookup` folders of the workspace. */
  readonly workspaceEntries: number;
  /** Number of faults in those folders; each is a diagnostic in its file. */
  readonly workspaceFaults: number;
  /** Source files of the workspace that were read, and messages found in them and in its facts. */
  readonly workspaceFiles: number;
  readonly workspaceMessages: number;
  /** Installed packages whose files and lines are known, as `name version`. */
  readonly packages: readonly string[];
  readonly trusted: boolean;
}

/** Custom requests by method name. The client sends, the server answers. */
export interface Requests {
  /** Null for an unknown code. */
  'errorLookup/page': { params: PageParams; result: Page | null };
  'errorLookup/matchLines': { params: MatchLinesParams; result: LineMatch[] };
  /** All errors of the output so far, causes first; null where this piece ends none. */
  'errorLookup/scanOutput': { params: ScanOutputParams; result: LogStory[] | null };
  /** The errors of an open document, causes first; null where it is not open, no log, or too long. */
  'errorLookup/logErrors': { params: LogErrorsParams; result: LogStory[] | null };
  /** Null where the document is not open. */
  'errorLookup/explain': { params: ExplainParams; result: Explanation | null };
  /** Cancelled, it ends early with what was found. */
  'errorLookup/analyzeFile': { params: AnalyzeFileParams; result: AnalyzedFile | FileProblem };
  /** Cancelled, it keeps the packages that were finished. */
  'errorLookup/indexPackages': { params: IndexPackagesParams; result: IndexedPackages | FileProblem };
  /** Null for a file that was not analyzed, or is not what it was. */
  'errorLookup/fileSlice': { params: FileSliceParams; result: FileSlice | null };
  'errorLookup/search': { params: SearchParams; result: EntrySummary[] };
  'errorLookup/catalogFilters': { params: Record<string, never>; result: CatalogFilters };
  /** The message of the error at a place, on one line; null where none is known. */
  'errorLookup/message': { params: PayloadsParams; result: string | null };
  /** Empty where the line holds no payload. */
  'errorLookup/payloads': { params: PayloadsParams; result: Payload[] };
  'errorLookup/decode': { params: DecodeParams; result: Decoded };
  /** The payload as text that reads it back: a JSON value, hex, a Python literal, Base64; or its document. */
  'errorLookup/copyPayload': { params: CopyPayloadParams; result: string };
  /** The bytes from an offset on, as the page shows them: HTML. */
  'errorLookup/payloadBytes': { params: PayloadBytesParams; result: string };
  'errorLookup/tool': { params: ToolParams; result: ToolAnswer };
  /** Answered when the catalog is loaded: the sign that the server is ready. */
  'errorLookup/status': { params: Record<string, never>; result: Status };
}

/** Custom notifications by method name. */
export interface Notifications {
  /** From the client: the user has trusted the workspace. */
  'errorLookup/trusted': Record<string, never>;
  /** From the client: documents that are kept out of text synchronisation. */
  'errorLookup/openLarge': OpenLargeParams;
  'errorLookup/changeLarge': ChangeLargeParams;
  'errorLookup/closeLarge': CloseLargeParams;
  /** From the server: an analysis goes on. */
  'errorLookup/progress': AnalysisProgress;
  /** From the server: a harvest of packages goes on. */
  'errorLookup/indexProgress': PackageProgress;
}
