/** Hides the templates of Helm, Go, Jinja and workflows, so that what is around them reads as plain YAML or shell. */

/** Stands in a text for each unit of a template; no manifest or script holds it. */
export const hidden = '\uE000';

/** Stands for each unit of a template that is alone on its lines. */
export const gone = '\uE001';

/** Longest template, in UTF-16 units; what opens and is not closed within is text. */
const maxLength = 5000;

/**
 * The text with `{{ … }}` and `{% … %}` hidden, each unit by one, line ends kept. Lines that hold nothing but a condition
 * or an inclusion are to be read as if they were not there.
 */
export function withoutTemplates(text: string): string {
  if (!/\{[{%]/.test(text)) return text;
  let result = '';
  let at = 0;
  for (let open = nextOpen(text, 0); open >= 0; open = nextOpen(text, at)) {
    const end = closeOf(text, open);
    result += text.slice(at, open);
    const template = text.slice(open, end);
    result += template.replace(/[^\n\r]/g, isAlone(text, open, end) ? gone : hidden);
    at = end;
  }
  return result + text.slice(at);
}

function nextOpen(text: string, from: number): number {
  for (let at = text.indexOf('{', from); at >= 0; at = text.indexOf('{', at + 1)) {
    const second = text[at + 1];
    if ((second === '{' || second === '%') && closeOf(text, at) > at) return at;
  }
  return -1;
}

/** Offset behind a template; where it opens when it is not closed. */
function closeOf(text: string, open: number): number {
  const mark = text[open + 1] === '%' ? '%}' : '}}';
  const near = text.slice(open, open + maxLength).indexOf(mark, 2);
  return near < 0 ? open : open + near + 2;
}

/** True for a template that decides, includes or comments, with nothing beside it on its lines. */
function isAlone(text: string, open: number, end: number): boolean {
  const before = text.slice(text.lastIndexOf('\n', open - 1) + 1, open);
  const stop = text.indexOf('\n', end);
  const behind = text.slice(end, stop < 0 ? text.length : stop);
  return before.trim() === '' && behind.trim() === '' && isControl(text.slice(open, end));
}

const control = /^(?:\/\*|(?:if|else|end|range|with|define|template|include|block|toYaml|tpl)\b|\$\w+\s*:?=)/;

function isControl(template: string): boolean {
  return template[1] === '%' || control.test(template.slice(2, 200).replace(/^-?\s*/, ''));
}
