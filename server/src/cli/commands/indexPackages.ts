/** `error-lookup index`: harvests installed Python packages, so that `explain --installed` names their files and lines. */
import { resolve } from 'node:path';
import type { PackagesJob } from '../../core/local/jobs';
import { visible } from '../../core/render/visible';
import { openBundledCatalog } from '../../node/bundledCatalog';
import { doIndexJob } from '../../node/local/indexJobs';
import { defaultStore } from '../../node/local/store';
import { loadParsers } from '../../node/parsers';
import { CliError, type Command } from '../command';
import { reasonOf } from '../input';
import { jsonLine } from '../jsonLine';

/** The command. */
export const index: Command = {
  name: 'index',
  usage: ['FOLDER [--include NAME]… [--json]'],
  summary: 'read installed Python packages, so that explain --installed names their files and lines',
  options: {
    include: {
      type: 'string',
      multiple: true,
      value: 'NAME',
      help: 'also this distribution, beside those of the catalog’s projects; * stands for all',
    },
    json: { type: 'boolean', help: 'print one package a line as JSON' },
  },
  maxWords: 1,
  notes: [
    'FOLDER is an environment, its interpreter, or its site-packages folder. Files are read, never run.',
    'What is read is kept in the cache folder of the user, by package, version and list of files.',
  ],
  async run(args, io) {
    const [named] = args.words;
    if (named === undefined) throw new CliError('index: name an environment, an interpreter or a site-packages folder');
    const store = defaultStore(io.env, process.platform);
    const path = resolve(named);
    const job: PackagesJob = {
      kind: 'packages',
      path,
      include: args.texts('include'),
      workspace: [process.cwd()],
      store,
    };
    const tools = { loadParsers: () => loadParsers(), openCatalog: () => openBundledCatalog().catalog };
    let last = '';
    try {
      const { packages, environments } = await doIndexJob(job, tools, ({ name }) => {
        if (io.stderr.isTty && name !== last) void io.stderr.write(`${visible(name)}\n`);
        last = name;
      });
      for (const { name, version, files, messages, skipped, cached } of packages) {
        const text = `${name} ${version}: ${messages} messages in ${files} files${skipped > 0 ? `, ${skipped} left out` : ''}${cached ? ', known' : ''}\n`;
        await io.stdout.write(
          args.flag('json') ? jsonLine({ name, version, files, messages, skipped, cached }) : visible(text),
        );
      }
      await io.stderr.write(
        `${packages.length} ${packages.length === 1 ? 'package' : 'packages'} in ${environments.map(visible).join(', ')}\n`,
      );
      return 0;
    } catch (error) {
      throw new CliError(`index: ${reasonOf(error)}`);
    }
  },
};
