/**
 * Whether the opcodes of a pickle can run: heights of the stack and known memo keys, without any value. The effects are those
 * of `stack_before` and `stack_after` in CPython's Lib/pickletools.py, whose `dis` refuses what is refused here.
 */

/** Items an opcode takes from the stack and puts there; with `mark` it also takes all above the topmost mark, and the mark. */
interface Effect {
  readonly takes: number;
  readonly gives: number;
  readonly mark: boolean;
}

function effect(takes: number, gives: number, mark = false): Effect {
  return { takes, gives, mark };
}

/** What most opcodes do: they put one value there. */
const put = effect(0, 1);
const nothing = effect(0, 0);

const effects: ReadonlyMap<string, Effect> = new Map([
  ...['PROTO', 'FRAME', 'MARK'].map((name) => [name, nothing] as const),
  ...['TUPLE1', 'READONLY_BUFFER', 'MEMOIZE', 'PUT', 'BINPUT', 'LONG_BINPUT', 'BINPERSID'].map(
    (name) => [name, effect(1, 1)] as const,
  ),
  ...['APPEND', 'TUPLE2', 'STACK_GLOBAL', 'REDUCE', 'BUILD', 'NEWOBJ'].map((name) => [name, effect(2, 1)] as const),
  ...['TUPLE3', 'SETITEM', 'NEWOBJ_EX'].map((name) => [name, effect(3, 1)] as const),
  ...['LIST', 'TUPLE', 'DICT', 'FROZENSET', 'INST', 'OBJ'].map((name) => [name, effect(0, 1, true)] as const),
  ...['APPENDS', 'SETITEMS', 'ADDITEMS'].map((name) => [name, effect(1, 1, true)] as const),
  ['POP_MARK', effect(0, 0, true)],
  ['POP', effect(1, 0)],
  ['STOP', effect(1, 0)],
  ['DUP', effect(1, 2)],
]);

/** Runs opcodes on a stack that holds no values. */
export class PickleStack {
  #height = 0;
  /** Heights below each open mark. */
  readonly #marks: number[] = [];
  readonly #keys = new Set<number>();

  /** False where the opcode asks for items or for a mark that are not there. */
  run(name: string): boolean {
    const { takes, gives, mark } = effects.get(name) ?? put;
    if (name === 'POP' && this.#height === 0) return this.#dropMark();
    if (name === 'OBJ' && this.#height < 1) return false;
    if (mark && !this.#dropMark()) return false;
    if (this.#height < takes) return false;
    this.#height += gives - takes;
    if (name === 'MARK') {
      this.#marks.push(this.#height);
      this.#height = 0;
    }
    return true;
  }

  #dropMark(): boolean {
    const below = this.#marks.pop();
    if (below === undefined) return false;
    this.#height = below;
    return true;
  }

  /** False where the key is taken: no pickler writes one twice. */
  remember(key: number): boolean {
    const size = this.#keys.size;
    return this.#keys.add(key).size > size;
  }

  knows(key: number): boolean {
    return this.#keys.has(key);
  }

  /** True where nothing is left, as `dumps` leaves it behind STOP. */
  get empty(): boolean {
    return this.#height === 0 && this.#marks.length === 0;
  }
}
