/** Finds where a word stands on the screen. Runs inside the page, so it uses nothing from outside. */

/** Point in the middle of the first visible `word` in the elements that `lines` selects; undefined if there is none. */
export function wordBox({ lines, word }: { lines: string; word: string }): { x: number; y: number } | undefined {
  for (const line of document.querySelectorAll(lines)) {
    const start = (line.textContent ?? '').replaceAll('\u00a0', ' ').indexOf(word);
    if (start < 0) continue;
    const range = document.createRange();
    const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
    let offset = 0;
    let begun = false;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const end = offset + (node.nodeValue ?? '').length;
      if (!begun && start < end) {
        range.setStart(node, start - offset);
        begun = true;
      }
      if (begun && start + word.length <= end) {
        range.setEnd(node, start + word.length - offset);
        break;
      }
      offset = end;
    }
    const box = range.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const hit = document.elementFromPoint(x, y);
    if (box.width > 0 && x < innerWidth && y < innerHeight && hit) return { x, y };
  }
  return undefined;
}
