/**
 * Logs an error together with its traceback. `logger.error("…: %s", e)` keeps the text of the exception alone; a
 * `KeyError` then reads `'type'`, and nothing says where it came from.
 *
 * Offered as unsafe, since a place that fails often then fills the log. Not offered where the exception is raised
 * again and someone else logs it.
 *
 * Before:
 * ```python
 * def work(queue):
 *     while True:
 *         try:
 *             handle(queue.get())
 *         except Exception as e:
 *             logger.error("Error in worker: %s", e)
 * ```
 *
 * After:
 * ```python
 * def work(queue):
 *     while True:
 *         try:
 *             handle(queue.get())
 *         except Exception as e:
 *             logger.exception("Error in worker: %s", e)
 * ```
 */
import type { Fix, FixPlace } from '../fix';
import { bareErrorLogs } from '../python/errorLog';

export const logException: Fix = {
  id: 'log-exception',
  title: 'Log the traceback too',
  languages: ['python'],
  mayApply: (text) => text.includes('except') && text.includes('.error('),
  find: (file) =>
    bareErrorLogs(file).map(
      ({ call, method }): FixPlace => ({
        start: call.start,
        end: call.end,
        applicability: 'unsafe',
        why: 'The exception ends here and its traceback is lost: only its text is logged.',
        edits: [{ start: method.start, end: method.end, newText: 'exception' }],
      }),
    ),
};
