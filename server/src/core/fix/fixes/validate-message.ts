/**
 * Checks the fields of a MoRIIO notification before they are used. The conditions come from the schema by which the
 * payload decoder reads the same message; only fields that the function itself looks up are checked. A missing field
 * then says which message, which field and what it was, where it was `KeyError: 'transfer_id'` before.
 *
 * Offered as unsafe: values that Python converted before, such as a size sent as text, are refused. The loop that
 * receives has to catch the error, see "Drop malformed message".
 *
 * Before:
 * ```python
 * class Listener:
 *     def handle_release(self, data: dict):
 *         """Frees the blocks of a transfer."""
 *         transfer_id = data["transfer_id"]
 *         size = int(data.get("consumer_tp_size", 1))
 *         self.free(transfer_id, size)
 * ```
 *
 * After:
 * ```python
 * class Listener:
 *     def handle_release(self, data: dict):
 *         """Frees the blocks of a transfer."""
 *         if not (isinstance(data.get("transfer_id"), str)):
 *             raise ValueError(f"release: transfer_id must be a string, is {data.get('transfer_id')!r}")
 *         if "consumer_tp_size" in data and not (type(data["consumer_tp_size"]) is int and data["consumer_tp_size"] > 0):
 *             raise ValueError(f"release: consumer_tp_size must be an integer above zero, is {data['consumer_tp_size']!r}")
 *         transfer_id = data["transfer_id"]
 *         size = int(data.get("consumer_tp_size", 1))
 *         self.free(transfer_id, size)
 * ```
 */
import type { Fix, FixPlace } from '../fix';
import { typedHandlers, validatorEdit } from '../python/typedHandler';

export const validateMessage: Fix = {
  id: 'validate-message',
  title: 'Check the fields of the message first',
  languages: ['python'],
  mayApply: (text) => text.includes('transfer_id') && text.includes('def '),
  find: (file) =>
    typedHandlers(file).flatMap((handler): FixPlace[] => {
      const edits = validatorEdit(file, handler);
      if (edits.length === 0) return [];
      const start = handler.definition.start;
      const end = edits[0]?.start ?? start;
      const why = `The fields of ${handler.type} are used as they come; a wrong one fails later, with an error that names neither the message nor the value.`;
      // What goes wrong without the check is an error of Python itself, such as a KeyError.
      return [{ start, end, applicability: 'unsafe', why, edits, answers: null }];
    }),
};
