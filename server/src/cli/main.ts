/** Finds the command and hands it the rest of the arguments. */

/** Runs the command line. Resolves to the exit status of docs/cli.md. */
export async function main(args: readonly string[]): Promise<number> {
  const [name] = args;
  process.stderr.write(`error-lookup: no command named ${name ?? '(none)'}\n`);
  return 2;
}
