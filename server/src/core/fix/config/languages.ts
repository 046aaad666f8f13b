/** The languages of configuration: they are read line by line and word by word, without a grammar. */

/** LSP language ids of manifests: YAML and its templates. */
export const yamlLanguages: readonly string[] = ['yaml', 'helm', 'dockercompose'];

/** LSP language ids of all that holds command lines, manifests among them. */
export const configLanguages: readonly string[] = [...yamlLanguages, 'shellscript', 'dockerfile', 'systemd-unit-file'];
