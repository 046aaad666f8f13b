/** True where the file of a site is the web page on which a row of a table was read, not a file of a repository. */
export function isPage(file: string): boolean {
  return file.startsWith('https://');
}

/** What a link to such a page is called: the file, and line, of a source that GitHub shows; else documentation. */
export function pageTitle(page: string): string {
  const [, path, line] =
    /^https:\/\/github\.com\/[\w.-]{1,100}\/[\w.-]{1,100}\/blob\/([^?#]{1,300})(?:#L(\d{1,7}))?$/.exec(page) ?? [];
  const name = path?.split('/').at(-1);
  if (!name) return 'Documentation';
  return line === undefined ? name : `${name}:${line}`;
}
