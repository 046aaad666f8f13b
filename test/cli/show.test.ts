import { describe, expect, it } from 'vitest';
import { entrySchema } from '../../server/src/core/catalog/entry';
import { runCli, temporaryFolder, writeCatalog } from '../support/cli';
import { entryWith, template } from '../support/entry';

const catalog = writeCatalog(temporaryFolder(), [
  entryWith({ title: 'One engine', summary: 'One engine has failed.' }),
  entryWith({
    code: 'vllm/other/two',
    title: 'Two engines',
    summary: 'Two engines have failed.',
    templates: [template('Both of the pumps failed at once')],
  }),
  entryWith({ code: 'ray/test/group', project: 'ray', templates: [template('The placement group has no more nodes')] }),
  entryWith({ code: 'vllm/more/two', templates: [template('Neither of the other machines works')] }),
]);
const run = (...args: string[]) => runCli([...args, '--catalog', catalog]);

describe('show', () => {
  it('prints an entry as text', async () => {
    const { status, out } = await run('show', 'vllm/test/one');
    expect(status).toBe(0);
    expect(out).toContain('One engine\n\nOne engine has failed.');
  });

  it('prints Markdown and JSON', async () => {
    expect((await run('show', 'vllm/test/one', '--markdown')).out).toMatch(/^# One engine\n/);
    const { out } = await run('show', 'vllm/test/one', '--json');
    expect(entrySchema.parse(JSON.parse(out)).code).toBe('vllm/test/one');
  });

  it('takes the last part of a code where it is enough', async () => {
    expect((await run('show', 'one')).out).toContain('One engine has failed.');
  });

  it('says what is meant where it is not', async () => {
    const many = await run('show', 'two');
    expect(many).toMatchObject({ status: 2, out: '' });
    expect(many.err).toContain('vllm/other/two and vllm/more/two end in two');
    const none = await run('show', 'vllm/none/engines');
    expect(none.status).toBe(2);
    expect(none.err).toContain('there is no entry "vllm/none/engines"');
  });
});

describe('search', () => {
  it('lists entries that hold all words', async () => {
    const { status, out } = await run('search', 'TWO', 'pumps');
    expect(status).toBe(0);
    expect(out).toBe('vllm/other/two  Two engines\n  Two engines have failed.\n');
  });

  it('prints JSON', async () => {
    const { out } = await run('search', 'two pumps', '--json');
    expect(JSON.parse(out)).toEqual({
      code: 'vllm/other/two',
      title: 'Two engines',
      summary: 'Two engines have failed.',
    });
  });

  it('finds nothing without failing', async () => {
    const { status, out, err } = await run('search', 'nowhere');
    expect(status).toBe(0);
    expect(out).toBe('');
    expect(err).toBe('error-lookup: no entry holds nowhere\n');
  });

  it('keeps to one project', async () => {
    expect(await run('search', 'engines', '--project', 'ray')).toMatchObject({ status: 0, out: '' });
    expect((await run('search', 'engines', '--project', 'vllm')).out).toContain('vllm/other/two');
  });
});
