import { describe, expect, it } from 'vitest';
import { decode, decodeBytes } from '../../server/src/core/decode/decode';
import { hexHtml, readingHtml } from '../../server/src/core/render/readingPage';
import { sampleEntry } from './sampleEntry';

const html = (input: string): string => readingHtml(decode(input), {}, []);

/** Elements of a kind, each as its opening tag. */
function tags(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([tag]) => tag);
}

describe('the page of a reading', () => {
  const page = html("b'\\x83\\xa6status\\xa5HELLO\\xa5local\\xc2\\xa8headless\\xc3'");

  it('begins with what the bytes are', () => {
    expect(page).toMatch(/^<h1>msgpack, /);
  });

  it('is a tree of items with level, range and bytes', () => {
    const items = tags(page, /<li role="treeitem"[^>]*>/g);
    expect(items).toHaveLength(4);
    expect(items[0]).toContain('aria-level="1" aria-expanded="true"');
    // 'status' takes a6 and six letters from byte 1 on, 'HELLO' a5 and five.
    expect(items[1]).toContain(
      'aria-level="2" aria-selected="false" tabindex="-1" data-start="1" data-end="14" data-where="bytes 1–13: a6 73 74 61 74 75 73 a5 48 45 4c 4c 4f"',
    );
  });

  it('has one stop for the Tab key in its tree', () => {
    expect(tags(page, /<li role="treeitem"[^>]*tabindex="0"/g)).toHaveLength(1);
  });

  it('opens and closes its lists evenly', () => {
    for (const name of ['ul', 'li', 'section', 'div'])
      expect(tags(page, new RegExp(`<${name}[ >]`, 'g')).length).toBe(tags(page, new RegExp(`</${name}>`, 'g')).length);
  });

  it('shows each byte once as hex and once as a character', () => {
    expect(tags(page, /<b data-at="\d+">/g)).toHaveLength(31);
    expect(tags(page, /<i data-at="\d+">/g)).toHaveLength(31);
    expect(page).toContain('<b data-at="1">a6</b>');
    expect(page).toContain('<i data-at="2">s</i>');
  });

  it.each([
    ['the beginning', 0, 0, 4095],
    ['a row in the middle', 5003, 5000, 9095],
    ['the end, with a whole view before it', 9999, 5904, 9999],
    ['nothing: the end', 20_000, 5904, 9999],
  ])('shows a part of many bytes: %s', (_, from, first, last) => {
    const view = hexHtml(new Uint8Array(10_000), from);
    const shown = tags(view, /<b data-at="\d+">/g);
    expect([shown.at(0), shown.at(-1)]).toEqual([`<b data-at="${first}">`, `<b data-at="${last}">`]);
    expect(view).toContain(`bytes ${first}–${last} of 10000.`);
    expect(/data-from="\d+" disabled>Earlier/.test(view)).toBe(first === 0);
    expect(/data-from="\d+" disabled>Later/.test(view)).toBe(last === 9999);
  });

  it('says of how long a file the bytes are the beginning', () => {
    const beginning = Uint8Array.from([0x82, 0xa1, 0x61, 0x01]);
    const page = readingHtml(decodeBytes(beginning, undefined, true), { fileSize: 70_000_000 }, []);
    expect(page).toContain('4 bytes · the first of 70000000 bytes · read as bytes · cut');
    expect(page).toContain('Only the beginning of the file is decoded');
  });

  it('offers the forms and hints, with the chosen one first in mind', () => {
    const chosen = readingHtml(
      decode('81a16101', { form: 'hex', hint: 'msgpack' }),
      { form: 'hex', hint: 'msgpack' },
      [],
    );
    expect(chosen).toContain('<option value="hex" selected>hex</option>');
    expect(chosen).toContain('<option value="msgpack" selected>msgpack</option>');
    expect(page).not.toContain(' selected>');
  });

  it('links the errors that follow', () => {
    const entry = sampleEntry();
    const linked = readingHtml(decode('81a16101'), {}, [entry]);
    expect(linked).toContain(`<a href="entry:${entry.code}">`);
  });

  it('tells problems and advice apart', () => {
    const cut = html("b'\\x83\\xa6status\\xa5HEL");
    expect(/<section id="problems">[\s\S]*?<\/section>/.exec(cut)?.[0]).toContain('The data is truncated');
    const scrape = html(
      'RuntimeError: Message from engine with unexpected data parallel rank: 1686319630778293995078299103167563579499603905256250717064909206856998694298046203802202091868134188419865871146820170319286026737070985330274755728732960911242422067284',
    );
    expect(/<section id="advice">[\s\S]*?<\/section>/.exec(scrape)?.[0]).toContain(
      '<li>Take this port out of the scrape',
    );
    expect(/<section id="meaning">[\s\S]*?<\/section>/.exec(scrape)?.[0]).not.toMatch(/take this port out/i);
  });

  it('lists the frames of a message', () => {
    const message = html("[b'\\x00\\x6b\\x8b\\x45\\x67', b'', b'\\x81\\xa1a\\x01']");
    expect(tags(message, /<tr data-start[^>]*>/g)).toEqual([
      '<tr data-start="0" data-end="5">',
      '<tr data-start="5" data-end="5">',
      '<tr data-start="5" data-end="9">',
    ]);
  });

  it.each([
    ['text', 'GET /<script>alert(1)</script> HTTP/1.1\r\nHost: "><img src=x>\r\n\r\n'],
    ['a key', `b'\\x81\\xad<b onclick=x>\\xa5"&\\x1b[2'`],
    ['a label', "b'\\x81\\xa8\"><i x>a\\x01'"],
  ])('escapes %s', (_, input) => {
    const page = html(input);
    expect(page).not.toMatch(/<script|<img|<b onclick|<i x>/);
    expect(page).not.toContain('\u001b');
  });

  it('stays bounded for many values and many bytes', () => {
    const many = html(`dd000186a0${'01'.repeat(100_000)}`);
    expect(tags(many, /<li role="treeitem"/g)).toHaveLength(1000);
    expect(tags(many, /<b data-at/g)).toHaveLength(4096);
    expect(many).toContain('bytes 0–4095 of');
    expect(many).toContain('(199999 characters)');
  });
});
