/** Name of a project in codes, file names and matches: as its repository is called, in lower case. */
export const projectName = /^[a-z0-9_-]+$/;
