/** What became of one check inside the extension host; `error` is null where it held. */
export interface Outcome {
  readonly name: string;
  readonly error: string | null;
}
