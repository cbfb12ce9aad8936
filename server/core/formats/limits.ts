/** What one import may hold, for the browser that reads the files and the server that takes them. */
export const MAX_IMPORT_BYTES = 8 * 2 ** 20;
export const MAX_IMPORT_FILES = 5_000;
