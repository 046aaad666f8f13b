/** Names of macros and functions of C and C++ that emit a message, and how they take it. */
import type { Level } from '../match/match';
import type { Emitted } from './emission';

/** How a call takes its text. */
export interface CppSite extends Pick<Emitted, 'kind' | 'level' | 'exception'> {
  /**
   * `join`: every argument from `skip` on is printed after the other; `spaced`: likewise, with a blank between them;
   * `printf`: the argument at `skip` is a format of C; `guess`: the first argument that is text, whose own form says how
   * the ones after it are put in.
   */
  readonly form: 'join' | 'spaced' | 'printf' | 'guess';
  readonly skip: number;
  /** Printed before the text; `%s` is the first argument as the source writes it. */
  readonly prefix?: string;
  /** The first argument names the level or the class. */
  readonly named?: 'level' | 'exception';
  /** Its last argument is a number of what goes wrong, whose text follows. */
  readonly suffix?: string;
  /** What a check prints where no text follows its condition; `%s` is the condition, a name in braces a run-time part. */
  readonly bare?: string;
}

/** c10/util/Exception.h, TORCH_CHECK_MSG. */
const torchBare =
  'Expected %s to be true, but got false.  (Could this error message be improved?  If so, please report an enhancement request to PyTorch.)';
/** c10/util/Exception.h, TORCH_INTERNAL_ASSERT. */
const torchInternalBare = '%s INTERNAL ASSERT FAILED at "{__FILE__}":{__LINE__}, please report a bug to PyTorch. ';

const raise = (exception: string, form: CppSite['form'], skip: number): CppSite => {
  return { kind: 'raise', level: null, exception, form, skip };
};
const log = (level: Level | null, form: CppSite['form'], skip: number): CppSite => {
  return { kind: 'log', level, exception: null, form, skip };
};
const print = (form: CppSite['form'], skip: number): CppSite => {
  return { kind: 'print', level: null, exception: null, form, skip };
};

/** Classes in Python of what PyTorch’s checks throw (torch/csrc/Exceptions.h). */
const torchClasses = new Map([
  ['NOT_IMPLEMENTED', 'NotImplementedError'],
  ['INDEX', 'IndexError'],
  ['VALUE', 'ValueError'],
  ['TYPE', 'TypeError'],
  ['LINALG', 'LinAlgError'],
  ['BUFFER', 'BufferError'],
]);

const known = new Map<string, CppSite>([
  ['TORCH_CHECK_WITH', { ...raise('', 'join', 2), named: 'exception', bare: torchBare }],
  ['TORCH_CHECK_WITH_MSG', { ...raise('', 'join', 3), named: 'exception' }],
  ['C10_THROW_ERROR', { ...raise('', 'join', 1), named: 'exception' }],
  ['TORCH_INTERNAL_ASSERT', { ...raise('RuntimeError', 'join', 1), bare: torchInternalBare }],
  ['TORCH_INTERNAL_ASSERT_DEBUG_ONLY', raise('RuntimeError', 'join', 1)],
  ['AT_ASSERT', raise('RuntimeError', 'join', 1)],
  ['AT_ASSERTM', raise('RuntimeError', 'join', 1)],
  ['AT_ERROR', raise('RuntimeError', 'join', 0)],
  ['CUDA_KERNEL_ASSERT_MSG', { kind: 'assert', level: null, exception: null, form: 'join', skip: 1 }],
  ['CUDA_KERNEL_ASSERT_PRINTF', { kind: 'assert', level: null, exception: null, form: 'printf', skip: 1 }],
  ['TORCH_WARN', { ...raise('UserWarning', 'join', 0), kind: 'warn', level: 'WARNING' }],
  ['TORCH_WARN_ONCE', { ...raise('UserWarning', 'join', 0), kind: 'warn', level: 'WARNING' }],
  ['TORCH_WARN_DEPRECATION', { ...raise('DeprecationWarning', 'join', 0), kind: 'warn', level: 'WARNING' }],
  ['TORCH_WARN_WITH', { ...raise('', 'join', 1), kind: 'warn', level: 'WARNING', named: 'exception' }],
  // NCCL, src/include/debug.h: flags stand before the format of all but warnings.
  ['WARN', log('WARNING', 'guess', 0)],
  ['VERSION', log('INFO', 'guess', 0)],
  ['INFO', log('INFO', 'guess', 0)],
  ['TRACE', log('DEBUG', 'guess', 0)],
  ['TRACE_CALL', log('DEBUG', 'guess', 0)],
  // FlashInfer, include/flashinfer/exception.h: its errors are thrown, and a blank follows each value but the last.
  ['FLASHINFER_ERROR', raise('', 'join', 0)],
  ['FLASHINFER_CHECK', { ...raise('', 'spaced', 1), bare: 'Check failed: %s' }],
  ['FLASHINFER_WARN', log('WARNING', 'spaced', 0)],
  // TVM's foreign function interface, tvm/ffi/error.h: the class is what Python raises.
  ['TVM_FFI_THROW', { ...raise('', 'join', 1), named: 'exception' }],
  ['TVM_FFI_LOG_AND_THROW', { ...raise('', 'join', 1), named: 'exception' }],
  // UCX, src/ucs/debug/assert.h and log.h.
  ['ucs_bug', { ...log('CRITICAL', 'printf', 0), prefix: 'Bug: ' }],
  ['ucs_log_fatal_error', log('CRITICAL', 'printf', 0)],
  ['ucs_fatal_error_format', log('CRITICAL', 'printf', 3)],
  ['ucs_fatal_error_message', log('CRITICAL', 'join', 3)],
  ['ucs_log', { ...log(null, 'printf', 1), named: 'level' }],
  ['ucm_log', { ...log(null, 'printf', 1), named: 'level' }],
  ['fprintf', print('printf', 1)],
  ['vfprintf', print('printf', 1)],
  ['printf', print('printf', 0)],
  ['perror', { ...print('join', 0), suffix: ': ' }],
  ['snprintf', print('printf', 2)],
  ['sprintf', print('printf', 1)],
  ['cerr', print('join', 0)],
  ['cout', print('join', 0)],
  ['assert', { kind: 'assert', level: null, exception: null, form: 'guess', skip: 0 }],
  ['report_fatal_error', { ...log('CRITICAL', 'guess', 0) }],
  ['llvm_unreachable', { ...log('CRITICAL', 'guess', 0) }],
  ['emitError', log('ERROR', 'guess', 0)],
  ['emitOpError', log('ERROR', 'guess', 0)],
  ['emitWarning', log('WARNING', 'guess', 0)],
  ['PyErr_SetString', { ...raise('', 'join', 1), named: 'exception' }],
  ['PyErr_Format', { ...raise('', 'printf', 1), named: 'exception' }],
  ['PyErr_WarnEx', { ...raise('', 'join', 1), kind: 'warn', level: 'WARNING', named: 'exception' }],
  ['PyErr_WarnFormat', { ...raise('', 'printf', 2), kind: 'warn', level: 'WARNING', named: 'exception' }],
]);

/** Words in the names of macros, the first that fits wins. */
const words: readonly (readonly [RegExp, CppSite])[] = [
  [/(^|_)(THROW|RAISE)(_|$)/, raise('', 'guess', 0)],
  [/(^|_)(D?CHECK|ICHECK|ENFORCE|ASSERT|REQUIRE|EXPECTS?|VERIFY)(_|$)/, { ...raise('', 'guess', 0), kind: 'assert' }],
  [/(^|_)(FATAL|UNREACHABLE|PANIC)(_|$)/, log('CRITICAL', 'guess', 0)],
  [/(^|_)P?(ERR|ERROR)(_|$)/, log('ERROR', 'guess', 0)],
  [/(^|_)(WARN|WARNING)(_|$)/, log('WARNING', 'guess', 0)],
  [/(^|_)(INFO|NOTICE)(_|$)/, log('INFO', 'guess', 0)],
  [/(^|_)(DEBUG|TRACE|VERBOSE|VLOG|DVLOG)(_|$)/, log('DEBUG', 'guess', 0)],
  [/(^|_)[DPQ]?LOG(_|$)/, { ...log(null, 'guess', 0), named: 'level' }],
];

/** Levels of UCX by the end of the name; every kind of trace is one. */
const ucxLevels = new Map<string, Level>([
  ['fatal', 'CRITICAL'],
  ['error', 'ERROR'],
  ['warn', 'WARNING'],
  ['diag', 'WARNING'],
  ['info', 'INFO'],
  ['print', 'INFO'],
  ['debug', 'DEBUG'],
  ['trace', 'DEBUG'],
]);

/** Methods of loggers such as spdlog’s, which are only taken behind `spdlog::` or an object called a logger. */
const methods = new Map<string, Level>([
  ['trace', 'DEBUG'],
  ['debug', 'DEBUG'],
  ['info', 'INFO'],
  ['warn', 'WARNING'],
  ['warning', 'WARNING'],
  ['error', 'ERROR'],
  ['critical', 'CRITICAL'],
]);

/** What stands before the name of a method: `spdlog::`, `logger->`, `log_.`, `get_logger()->`. */
const loggerBefore = /(?:\bspdlog\s*::|(?:(?<![A-Za-z])log(?:ger)?|Log(?:ger)?)_?\s*(?:\(\s*\)\s*)?(?:->|\.|::))\s*$/;

const sites = new Map<string, CppSite | null>();

/** The site that a name is; undefined for any other. `before` is what stands to the left of the name. */
export function cppSite(name: string, before: () => string): CppSite | undefined {
  const level = methods.get(name);
  if (level) return loggerBefore.test(before()) ? log(level, 'guess', 0) : undefined;
  let site = sites.get(name);
  if (site === undefined) {
    site = known.get(name) ?? torchSite(name) ?? ucxSite(name) ?? wordSite(name) ?? null;
    sites.set(name, site);
  }
  return site ?? undefined;
}

/** Level that an argument names: `ERROR`, `UCS_LOG_LEVEL_WARN`, `logging::Level::kInfo`. */
export function levelNamed(name: string): Level | null {
  const last = name.split(/\W/).at(-1) ?? '';
  const word = /FATAL|CRITICAL|ERROR|WARN|DIAG|INFO|NOTICE|DEBUG|TRACE|VERBOSE/i.exec(last)?.[0].toUpperCase();
  if (word === undefined) return null;
  if (word === 'FATAL' || word === 'CRITICAL') return 'CRITICAL';
  if (word === 'WARN' || word === 'DIAG') return 'WARNING';
  if (word === 'INFO' || word === 'NOTICE') return 'INFO';
  return word === 'ERROR' ? 'ERROR' : 'DEBUG';
}

function torchSite(name: string): CppSite | undefined {
  const found = /^(?:STD_)?TORCH_CHECK(?:_([A-Z_]+))?$/.exec(name);
  if (!found) return undefined;
  const [, kind] = found;
  const exception =
    kind === undefined || kind === 'ALWAYS_SHOW_CPP_STACKTRACE' ? 'RuntimeError' : torchClasses.get(kind);
  return exception === undefined ? undefined : { ...raise(exception, 'join', 1), bare: torchBare };
}

function ucxSite(name: string): CppSite | undefined {
  const [, , word = '', rest = ''] =
    /^(uc[smptg]|uct_\w+?)_(fatal|error|warn|diag|info|print|debug|trace|assertv?)(_\w+)?$/.exec(name) ?? [];
  if (word === 'assert' || word === 'assertv') return /^(_always)?$/.test(rest) ? ucxAssert(word) : undefined;
  const level = ucxLevels.get(word);
  if (!level || (rest !== '' && word !== 'trace')) return undefined;
  const fatal = name === 'ucs_fatal' ? { prefix: 'Fatal: ' } : {};
  return { ...log(level, 'guess', 0), ...fatal };
}

function ucxAssert(word: string): CppSite {
  const prefix = word === 'assertv' ? "Assertion `%s' failed: " : "Assertion `%s' failed";
  return { ...log('CRITICAL', 'printf', 1), prefix };
}

/** Any macro whose name says what it is; projects have hundreds of them. */
function wordSite(name: string): CppSite | undefined {
  if (!/^[A-Z][A-Z0-9_]+$/.test(name)) return undefined;
  return words.find(([pattern]) => pattern.test(name))?.[1];
}
