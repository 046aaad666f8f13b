/** The bytes of the page in hex and as characters: marks ranges, and tells which byte the user points at. */

/** `near` follows the mouse, `chosen` stays, `at` is the byte of the keyboard. */
type Mark = 'near' | 'chosen' | 'at';

/** Bytes in one row. */
const rowLength = 8;

/** The hex view. */
export class ByteView {
  /** The mouse is over a byte, or left the bytes. */
  onHover: (at: number | undefined) => void = () => {};
  /** The user chose a byte. */
  onSelect: (at: number) => void = () => {};
  readonly #cells = new Map<number, HTMLElement[]>();
  #at = 0;

  constructor(private readonly root: HTMLElement | null) {
    for (const cell of root?.querySelectorAll<HTMLElement>('[data-at]') ?? []) {
      const at = Number(cell.dataset.at);
      this.#cells.set(at, [...(this.#cells.get(at) ?? []), cell]);
    }
    root?.addEventListener('mouseover', (event) => this.onHover(byteOf(event.target)));
    root?.addEventListener('mouseleave', () => this.onHover(undefined));
    root?.addEventListener('click', (event) => this.#choose(byteOf(event.target)));
    root?.addEventListener('keydown', (event) => this.#key(event));
  }

  /** Marks the bytes of an element with `data-start` and `data-end`, and no others. */
  mark(mark: Mark, element: HTMLElement | undefined): void {
    for (const cell of this.root?.querySelectorAll(`.${mark}`) ?? []) cell.classList.remove(mark);
    if (!element) return;
    const end = Math.min(Number(element.dataset.end), this.#cells.size);
    for (let at = Number(element.dataset.start); at < end; at++)
      for (const cell of this.#cells.get(at) ?? []) cell.classList.add(mark);
  }

  /** Scrolls the first byte of an element into view. */
  reveal(element: HTMLElement): void {
    this.#at = Number(element.dataset.start);
    this.#cells.get(this.#at)?.[0]?.scrollIntoView({ block: 'nearest' });
  }

  /** Puts the keyboard's mark on a byte. */
  cursor(at: number): void {
    for (const cell of this.root?.querySelectorAll('.at') ?? []) cell.classList.remove('at');
    for (const cell of this.#cells.get(at) ?? []) cell.classList.add('at');
    this.#cells.get(at)?.[0]?.scrollIntoView({ block: 'nearest' });
    this.#at = at;
  }

  #choose(at: number | undefined): void {
    if (at === undefined || !this.#cells.has(at)) return;
    this.onSelect(at);
    this.cursor(at);
  }

  #key(event: KeyboardEvent): void {
    const steps = new Map([
      ['ArrowRight', 1],
      ['ArrowLeft', -1],
      ['ArrowDown', rowLength],
      ['ArrowUp', -rowLength],
      ['Home', -this.#at],
      ['End', this.#cells.size - 1 - this.#at],
    ]);
    const step = steps.get(event.key);
    if (step === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    this.#choose(this.#at + step);
  }
}

function byteOf(target: EventTarget | null): number | undefined {
  const cell = target instanceof Element ? target.closest('[data-at]') : null;
  return cell instanceof HTMLElement ? Number(cell.dataset.at) : undefined;
}
