/** `error-lookup show`: one catalog entry. */
import type { Catalog } from '../../core/catalog/catalog';
import type { Entry } from '../../core/catalog/entry';
import { entryMarkdown } from '../../core/render/entryMarkdown';
import { entryText } from '../../core/render/entryText';
import { openCatalog } from '../catalog';
import { CliError, type Command } from '../command';
import { jsonLine } from '../jsonLine';
import { widthOf } from '../style';

/** The command. */
export const show: Command = {
  name: 'show',
  usage: ['CODE [--json | --markdown]'],
  summary: 'everything the catalog says about one error',
  options: {
    json: { type: 'boolean', help: 'print the entry as data/schema.json describes it' },
    markdown: { type: 'boolean', help: 'print Markdown' },
  },
  maxWords: 1,
  notes: ['CODE may be shortened to its last part where only one entry ends so.'],
  async run(args, io) {
    const [code] = args.words;
    if (code === undefined) throw new CliError('show: name one code, such as vllm/moriio/unexpected-frame');
    if (args.flag('json') && args.flag('markdown')) throw new CliError('show: choose --json or --markdown, not both');
    const { catalog } = openCatalog(args);
    const entry = findEntry(catalog, code);
    await io.stdout.write(
      args.flag('json')
        ? jsonLine(entry, 2)
        : args.flag('markdown')
          ? entryMarkdown(entry, catalog)
          : entryText(entry, catalog, widthOf(io.stdout)),
    );
    return 0;
  },
};

function findEntry(catalog: Catalog, code: string): Entry {
  const exact = catalog.get(code);
  if (exact) return exact;
  const ending = catalog.entries.filter((entry) => entry.code.endsWith(`/${code}`));
  const [only] = ending;
  if (only && ending.length === 1) return only;
  if (only)
    throw new CliError(`show: ${ending.map((entry) => entry.code).join(' and ')} end in ${code}; name one of them`);
  const near = catalog.search(code.split(/[/-]/)).slice(0, 3);
  const hint =
    near.length > 0
      ? `did you mean ${near.map((entry) => entry.code).join(' or ')}?`
      : 'error-lookup search finds codes by words';
  throw new CliError(`show: there is no entry ${JSON.stringify(code)}; ${hint}`);
}
