import { describe, expect, it } from 'vitest';
import { TimelineBuilder } from '../../server/src/core/incident/timeline';

function timelineOf(times: readonly (string | null)[]) {
  const builder = new TimelineBuilder();
  times.forEach((time, i) => {
    builder.add('a', i * 1000, time);
  });
  return builder.timeline(times.length * 1000);
}

describe('a timeline', () => {
  it.each([
    [['2026-07-28 08:14:55,123', '2026-07-28T08:14:58.000Z'], 4],
    [['07-28 08:14:55', '07-28 08:15:00'], 6],
    [['02-29 23:59:59', '03-01 00:00:00'], 2],
    [['Jul 28 08:14:55', 'Jul  8 08:14:55'], 60],
    [['Tue Jul 28 08:14:55 2026', 'Jul 28 08:14:56'], 2],
    [['08:14:55.5', '08:14:56'], 2],
    [['1784273406.719544', '1784273407.1'], 2],
  ])('of %j has an axis of time with %d buckets at most', (times, most) => {
    const { axis, buckets, counts } = timelineOf(times);
    expect(axis).toBe('time');
    expect(buckets).toBeLessThanOrEqual(most);
    expect(counts.get('a')?.at(0)).toBe(1);
    expect(counts.get('a')?.at(-1)).toBe(1);
  });

  it('names the earliest and the latest time as printed, whatever the order', () => {
    const { from, to } = timelineOf(['07-28 09:00:00', '07-28 08:00:00', '07-28 08:30:00']);
    expect([from, to]).toEqual(['07-28 08:00:00', '07-28 09:00:00']);
  });

  it.each([
    ['states no times', [null, null, null]],
    ['states the same time always', ['08:14:55.1', '08:14:55.9']],
    ['mostly states times that cannot be compared', ['08:14:55', '2026-07-28 08:14:56', '07-28 08:14:56']],
    ['states times in an unknown form', ['noon', 'soon']],
  ])('of a log that %s is one of places', (_what, times) => {
    const { axis, from, buckets, counts } = timelineOf(times);
    expect([axis, from]).toEqual(['place', null]);
    expect(buckets).toBeLessThanOrEqual(60);
    expect(counts.get('a')?.reduce((sum, count) => sum + count)).toBe(times.length);
  });

  it('takes an error without a time to be of the time before, or of the first one', () => {
    const { axis, counts } = timelineOf([null, '08:14:55', null, '08:14:57']);
    expect(axis).toBe('time');
    expect(counts.get('a')).toEqual([3, 0, 1]);
  });

  it('keeps every count however far apart the errors are', () => {
    const builder = new TimelineBuilder();
    for (let i = 0; i < 5000; i++) builder.add(i % 2 === 0 ? 'even' : 'odd', i * i * 1000, null);
    const { buckets, counts } = builder.timeline(5000 * 5000 * 1000);
    expect(buckets).toBeGreaterThan(25);
    expect(buckets).toBeLessThanOrEqual(60);
    for (const key of ['even', 'odd']) expect(counts.get(key)?.reduce((sum, count) => sum + count)).toBe(2500);
  });

  it('of places reaches from the start to the end of the log', () => {
    const builder = new TimelineBuilder();
    builder.add('a', 990_000, null);
    const { buckets, counts } = builder.timeline(1_000_000);
    const at = (counts.get('a') ?? []).indexOf(1);
    expect(at / buckets).toBeGreaterThan(0.95);
  });

  it('of nothing is empty', () => {
    expect(new TimelineBuilder().timeline(0)).toMatchObject({ axis: 'place', buckets: 0 });
  });
});
