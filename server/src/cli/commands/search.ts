/** `error-lookup search`: full-text search in the catalog. */
import type { Entry } from '../../core/catalog/entry';
import { prose } from '../../core/render/markdown';
import { plainText } from '../../core/render/plainText';
import { visible } from '../../core/render/visible';
import { openCatalog } from '../catalog';
import { CliError, type Command } from '../command';
import { jsonLine } from '../jsonLine';
import { styleOf, widthOf } from '../style';

/** The command. */
export const search: Command = {
  name: 'search',
  usage: ['WORDS…'],
  summary: 'entries that hold all words, best first',
  options: {
    json: { type: 'boolean', help: 'print one JSON object a line: code, title, summary' },
  },
  async run(args, io) {
    const words = args.words.flatMap((word) => word.split(/\s+/)).filter((word) => word !== '');
    if (words.length === 0) throw new CliError('search: give at least one word');
    const project = args.text('project');
    const found = openCatalog(args)
      .catalog.search(words)
      .filter((entry) => project === undefined || entry.project === project);
    const { bold, dim } = styleOf(io.stdout, io);
    const asText = (entry: Entry): string => {
      const summary = plainText(prose(entry.summary), widthOf(io.stdout) - 2).replace(/^/gm, '  ');
      return `${bold(entry.code)}  ${dim(entry.title)}\n${summary}\n`;
    };
    const asJson = ({ code, title, summary }: Entry): string => jsonLine({ code, title, summary });
    for (const entry of found) await io.stdout.write(args.flag('json') ? asJson(entry) : asText(entry));
    if (found.length === 0) await io.stderr.write(`error-lookup: no entry holds ${visible(words.join(' and '))}\n`);
    return 0;
  },
};
