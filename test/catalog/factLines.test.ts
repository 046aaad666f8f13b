import { describe, expect, it } from 'vitest';
import { readFactLines, writeFactLines } from '../../server/src/core/catalog/factLines';
import type { FactRecord } from '../../server/src/core/catalog/facts';

const record: FactRecord = {
  template: 'No such rank {rank}\n"quoted"',
  kind: 'raise',
  exception: 'ValueError',
  file: 'p/core.py',
  function: 'Engine.start',
  first: 'v1',
  lines: '10*2 12',
};
const logged: FactRecord = {
  template: 'It ended here',
  kind: 'log',
  level: 'ERROR',
  file: 'p/core.py',
  function: '<module>',
  first: 'v1',
  last: 'v1.1.post2',
  lines: '1',
  number: 2,
  becomes: 'core/0a1b2c3d',
};
const warned: FactRecord = { ...logged, file: 'q/a.cc', kind: 'warn', level: 'WARNING', exception: 'OldWarning' };
const shown: FactRecord = { ...record, file: 'q/a.cc', kind: 'display', exception: 'unsigned int' };
const records = [record, logged, warned, shown];

describe('a facts file', () => {
  it('names each file once, and has one record a line', () => {
    expect([...writeFactLines(records)]).toEqual([
      '"p/core.py"\n',
      '["Engine.start","raise ValueError","No such rank {rank}\\n\\"quoted\\"","v1","10*2 12"]\n',
      '["<module>","log:ERROR","It ended here","v1..v1.1.post2","1",{"number":2,"becomes":"core/0a1b2c3d"}]\n',
      '"q/a.cc"\n',
      '["<module>","warn:WARNING OldWarning","It ended here","v1..v1.1.post2","1",{"number":2,"becomes":"core/0a1b2c3d"}]\n',
      '["Engine.start","display unsigned int","No such rank {rank}\\n\\"quoted\\"","v1","10*2 12"]\n',
    ]);
  });

  it('is read as it was written', () => {
    expect(readFactLines([...writeFactLines(records)].join(''))).toEqual({ records, faults: [] });
  });

  it.each<[what: string, line: string]>([
    ['no JSON', '["f", '],
    ['no list', '{"template": "a"}'],
    ['another kind', '["f","shout","text","v1","1"]'],
    ['another level', '["f","log:LOUD","text","v1","1"]'],
    ['lines that are none', '["f","assert","text","v1","one"]'],
    ['a field that no record has', '["f","assert","text","v1","1",{"colour":"red"}]'],
    ['a value of another type', '[1,"assert","text","v1","1"]'],
  ])('names the line of %s', (_, line) => {
    const { records: read, faults } = readFactLines(`"a.py"\n${line}\n["f","assert","text","v1","1"]\n`);
    expect([read.length, faults.map((fault) => fault.line)]).toEqual([1, [2]]);
  });

  it('has no record before its first file', () => {
    expect(readFactLines('["f","assert","text","v1","1"]').faults).toHaveLength(1);
  });
});
