/** True where the file of a site is the web page on which a row of a table was read, not a file of a repository. */
export function isPage(file: string): boolean {
  return file.startsWith('https://');
}
