/** The tree of the page: a WAI-ARIA tree view with one stop for the Tab key, arrow keys inside, and folding. */

/** Items of the tree and what happens to them. */
export class Tree {
  /** The mouse is over an item, or left the tree. */
  onHover: (item: HTMLElement | undefined) => void = () => {};
  /** The user chose an item. */
  onSelect: (item: HTMLElement) => void = () => {};
  readonly #items: readonly HTMLElement[];

  constructor(root: HTMLElement | null) {
    this.#items = [...(root?.querySelectorAll<HTMLElement>('[role="treeitem"]') ?? [])];
    root?.addEventListener('keydown', (event) => this.#key(event));
    root?.addEventListener('click', (event) => this.#click(event));
    root?.addEventListener('mouseover', (event) => this.onHover(itemOf(event.target)));
    root?.addEventListener('mouseleave', () => this.onHover(undefined));
  }

  /** The innermost item that holds a byte. */
  innermost(at: number): HTMLElement | undefined {
    return this.#items.findLast(({ dataset }) => Number(dataset.start) <= at && at < Number(dataset.end));
  }

  /** The item that is chosen. */
  get chosen(): HTMLElement | undefined {
    return this.#items.find((each) => each.getAttribute('aria-selected') === 'true');
  }

  /** Marks the item that the mouse points at in the bytes. */
  mark(item: HTMLElement | undefined): void {
    for (const each of this.#items) each.classList.toggle('near', each === item);
  }

  /** Chooses an item; `focus` moves the keyboard there as well. */
  select(item: HTMLElement, focus: boolean): void {
    for (const each of this.#items) {
      each.setAttribute('aria-selected', String(each === item));
      each.tabIndex = each === item ? 0 : -1;
    }
    for (let up = parentOf(item); up; up = parentOf(up)) up.setAttribute('aria-expanded', 'true');
    item.querySelector('.row')?.scrollIntoView({ block: 'nearest' });
    if (focus) item.focus();
    this.onSelect(item);
  }

  #click(event: MouseEvent): void {
    const item = itemOf(event.target);
    if (!item) return;
    // The mark in front of a label folds, the label itself chooses.
    if (event.target instanceof Element && event.target.closest('.row')) this.select(item, true);
    else toggle(item);
  }

  #key(event: KeyboardEvent): void {
    const item = itemOf(event.target);
    if (!item || event.ctrlKey || event.altKey || event.metaKey) return;
    const next = this.#target(item, event.key);
    if (next === undefined) return;
    event.preventDefault();
    if (next) this.select(next, true);
  }

  /** Where a key leads; null where it only folds or leads nowhere, undefined for keys that are not the tree's. */
  #target(item: HTMLElement, key: string): HTMLElement | null | undefined {
    const shown = this.#items.filter((each) => each.offsetParent !== null);
    const at = shown.indexOf(item);
    const open = item.getAttribute('aria-expanded');
    switch (key) {
      case 'ArrowDown':
        return shown[at + 1] ?? null;
      case 'ArrowUp':
        return shown[at - 1] ?? null;
      case 'Home':
        return shown[0] ?? null;
      case 'End':
        return shown.at(-1) ?? null;
      case 'ArrowRight':
        if (open === 'false') return toggle(item);
        return open === 'true' ? (shown[at + 1] ?? null) : null;
      case 'ArrowLeft':
        return open === 'true' ? toggle(item) : (parentOf(item) ?? null);
      case 'Enter':
      case ' ':
        return item;
      default:
        return undefined;
    }
  }
}

function itemOf(target: EventTarget | null): HTMLElement | undefined {
  const item = target instanceof Element ? target.closest('[role="treeitem"]') : null;
  return item instanceof HTMLElement ? item : undefined;
}

function parentOf(item: HTMLElement): HTMLElement | undefined {
  return itemOf(item.parentElement);
}

function toggle(item: HTMLElement): null {
  const open = item.getAttribute('aria-expanded');
  if (open !== null) item.setAttribute('aria-expanded', open === 'true' ? 'false' : 'true');
  return null;
}
