/** How well text stands out from what is behind it. */
import type { Locator } from 'playwright-core';

/** Contrast of an element's text and its background, as WCAG 2.2 counts it: 1 for none, 21 for black on white. */
export function contrastOf(element: Locator): Promise<number> {
  return element.first().evaluate((node) => {
    const channels = (colour: string): number[] => (colour.match(/[\d.]+/g) ?? []).map(Number);
    const over = (front: readonly number[], back: readonly number[]): number[] => {
      const alpha = front[3] ?? 1;
      return [0, 1, 2].map((i) => (front[i] ?? 0) * alpha + (back[i] ?? 0) * (1 - alpha));
    };
    const layers: number[][] = [];
    for (let each: Element | null = node; each; each = each.parentElement)
      layers.push(channels(getComputedStyle(each).backgroundColor));
    // A webview is transparent: what is behind it is the editor, whose colour the page is told as #rrggbb.
    const behind = getComputedStyle(document.documentElement).getPropertyValue('--vscode-editor-background').trim();
    const editor = [1, 3, 5].map((at) => Number.parseInt(behind.slice(at, at + 2), 16));
    const background = layers.reduceRight((back, front) => over(front, back), editor);
    const text = over(channels(getComputedStyle(node).color), background);
    const luminance = (colour: readonly number[]): number => {
      const [red = 0, green = 0, blue = 0] = colour.map((value) => {
        const share = value / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const [dark = 0, light = 0] = [luminance(text), luminance(background)].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  });
}
