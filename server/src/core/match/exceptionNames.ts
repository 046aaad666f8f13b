/** Exception classes as a log prints them and as the source names them. */
import { lastName } from './sitePlaces';

/**
 * What Python shows of a C++ exception that leaves a module of pybind11 (its documentation, “Exceptions”, “Built-in C++
 * to Python exception translation”, and the `py::` classes below it).
 */
const pythonClasses = new Map([
  ['exception', 'RuntimeError'],
  ['runtime_error', 'RuntimeError'],
  ['logic_error', 'RuntimeError'],
  ['bad_alloc', 'MemoryError'],
  ['domain_error', 'ValueError'],
  ['invalid_argument', 'ValueError'],
  ['length_error', 'ValueError'],
  ['out_of_range', 'IndexError'],
  ['range_error', 'ValueError'],
  ['overflow_error', 'OverflowError'],
  ['stop_iteration', 'StopIteration'],
  ['index_error', 'IndexError'],
  ['key_error', 'KeyError'],
  ['value_error', 'ValueError'],
  ['type_error', 'TypeError'],
  ['buffer_error', 'BufferError'],
  ['import_error', 'ImportError'],
  ['attribute_error', 'AttributeError'],
]);

/** True where a printed class, with or without module, is the one that the site raises. */
export function isClassOf(printed: string, raised: string): boolean {
  const name = lastName(printed);
  return name === lastName(raised) || name === pythonClasses.get(raised);
}
