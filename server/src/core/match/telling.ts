/**
 * How much a wording says by itself. A line of prose or source code can hold “Not implemented yet.” or “… is deprecated
 * and will be removed in …” without any program having printed it; nobody writes “num_kv_heads must divide” by chance.
 */
import { decode } from './bytes';
import type { ParsedTemplate } from './template';

/** Words of English, and of error messages of any program, by which no program is known. */
const common = new Set(
  `a about above access add added address after all already also an and another any are argument arguments as at available
  be because been before being below between both bug but by call called can cannot change changed check class close closed
  code command configuration connect connected connection contain contains correct could create created current data default
  defined delete deprecated did different directory do does done due each either empty encountered end enough error errors
  example exception exist exists expected fail failed failing fails failure false fatal few field file files first flag for
  format found from full function future get give given got greater group had handle has have have here host how if ignored
  ignoring implement implementation implemented in incorrect index information input instead insufficient internal into
  invalid is issue it its itself key know known large last later left length less like likely limit line list load loaded
  long longer made make many match maximum may memory message method might minimum missing mode module more most must name
  need needed needs negative new next no non none not nothing now null number object of off ok old on one only open operation
  option optional options or order other out output over own parameter parameters parse passed path permission please
  positive possible present previous problem process program provide provided quit raised range reached read reason received
  release removed replace replaced request required requires response result return returned run running same see send sent
  server set setting should show size skip skipped skipping some something space specified specify start started state status
  still stop stopped string success successfully such support supported supports system take target text than that the their
  them then there these they this those time timeout timed to too true try two type unable unexpected unhandled unknown
  unless unrecognized unsupported until update updated upgrade use used user uses using valid value values variable version
  very via wait waiting want warning was we were what when where which while will with within without work works would write
  written wrong yet you your zero allowed available batch buffer bytes byte cannot content custom detected device disabled enabled
  enable enum exactly existing follow following format found header image integer items length loading log model models
  occurred occurs octet pass please point reference remove required response result same select skip source status support
  supplied table text thread threads token tokens tried type types unit version write`.split(/\s+/),
);

const COMMON = 0.5;
const PLAIN = 4;
const NAME = 8;
/** A name, two uncommon words, or a long sentence of common ones. */
const ENOUGH = 8;

/** True where the words alone are proof that a program printed them. */
export function isTelling({ literals }: ParsedTemplate): boolean {
  let score = 0;
  for (const literal of literals) {
    for (const token of decode(literal).split(/[^\p{L}\p{N}_.\-@/`$]+/u)) {
      score += weightOf(token.replace(/^[.\-/]+$|(?<!\.)\.+$/g, ''));
      if (score >= ENOUGH) return true;
    }
  }
  return false;
}

function weightOf(token: string): number {
  if (token.length < 2) return 0;
  if (isName(token)) return NAME;
  return common.has(token.toLowerCase()) ? COMMON : PLAIN;
}

/** True for what only programs write: `max_model_len`, `EngineCore`, `--api-key`, `v1/models`, `KV4`, `NCCL`. */
function isName(token: string): boolean {
  return (
    /[_@`$]|\w[./]\w|^--\w/.test(token) ||
    /\p{Ll}\p{Lu}/u.test(token) ||
    /\p{L}\p{N}|\p{N}\p{L}/u.test(token) ||
    /^\p{Lu}{3,}$/u.test(token)
  );
}
