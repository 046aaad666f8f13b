/** The bytes of the page in hex and as characters: marks ranges, and tells which byte the user points at. */

/** `near` follows the mouse, `chosen` stays, `at` is the byte of the keyboard. */
type Mark = 'near' | 'chosen' | 'at';

/** Bytes in one row. */
const rowLength = 8;

/** The hex view: a window into the bytes, which another one may replace. */
export class ByteView {
  /** The mouse is over a byte, or left the bytes. */
  onHover: (at: number | undefined) => void = () => {};
  /** The user chose a byte. */
  onSelect: (at: number) => void = () => {};
  /** Bytes from an offset on are wanted that are not in the window. */
  onMissing: (from: number) => void = () => {};
  readonly #cells = new Map<number, HTMLElement[]>();
  #first = 0;
  #end = 0;
  #at = 0;

  constructor(private readonly root: HTMLElement | null) {
    this.#index();
    root?.addEventListener('mouseover', (event) => this.onHover(byteOf(event.target)));
    root?.addEventListener('mouseleave', () => this.onHover(undefined));
    root?.addEventListener('click', (event) => this.#click(event));
    root?.addEventListener('keydown', (event) => this.#key(event));
  }

  /** Puts another window in place of this one. The HTML is the server's, which has escaped it. */
  replace(html: string): void {
    if (this.root) {
      this.root.innerHTML = html;
      this.root.scrollTop = 0;
    }
    this.#index();
  }

  /** Marks the bytes of an element with `data-start` and `data-end`, and no others. */
  mark(mark: Mark, element: HTMLElement | undefined): void {
    for (const cell of this.root?.querySelectorAll(`.${mark}`) ?? []) cell.classList.remove(mark);
    if (!element) return;
    const end = Math.min(Number(element.dataset.end), this.#end);
    for (let at = Math.max(Number(element.dataset.start), this.#first); at < end; at++)
      for (const cell of this.#cells.get(at) ?? []) cell.classList.add(mark);
  }

  /** Scrolls the first byte of an element into view, or asks for it. */
  reveal(element: HTMLElement): void {
    const start = Number(element.dataset.start);
    const [cell] = this.#cells.get(start) ?? [];
    // The end first, so that as much as has room is seen, and the beginning in any case.
    this.#cells.get(Math.min(Number(element.dataset.end), this.#end) - 1)?.[0]?.scrollIntoView({ block: 'nearest' });
    if (cell) cell.scrollIntoView({ block: 'nearest' });
    else if (Number(element.dataset.end) > start) this.onMissing(start);
    this.#at = start;
  }

  /** Puts the keyboard's mark on a byte. */
  cursor(at: number): void {
    for (const cell of this.root?.querySelectorAll('.at') ?? []) cell.classList.remove('at');
    for (const cell of this.#cells.get(at) ?? []) cell.classList.add('at');
    this.#cells.get(at)?.[0]?.scrollIntoView({ block: 'nearest' });
    this.#at = at;
  }

  #index(): void {
    this.#cells.clear();
    for (const cell of this.root?.querySelectorAll<HTMLElement>('[data-at]') ?? []) {
      const at = Number(cell.dataset.at);
      this.#cells.set(at, [...(this.#cells.get(at) ?? []), cell]);
    }
    const [first = 0] = this.#cells.keys();
    this.#first = first;
    this.#end = first + this.#cells.size;
  }

  #click(event: MouseEvent): void {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-from]') : null;
    if (button) this.onMissing(Number(button.dataset.from));
    else this.#choose(byteOf(event.target));
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
      ['Home', this.#first - this.#at],
      ['End', this.#end - 1 - this.#at],
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
