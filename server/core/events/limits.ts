/** Limits of the ingest contract. Every error that names one of them says what to send instead. */
export const CONTRACT_VERSION = 1;
export const MAX_EVENTS_PER_BATCH = 1_000;
export const MAX_BATCH_BYTES = 8 * 1024 * 1024;
/** A gzip body may not unpack to more than this many times its size (a bomb does). */
export const MAX_GZIP_RATIO = 100;
export const MAX_TEXT_BYTES = 2 * 1024 * 1024;
/** A larger result is flagged with a remedy when it arrives, and is an occasion to look at the plan. */
export const LARGE_RESULT_TOKENS = 5_000;
export const MAX_ID_CHARACTERS = 200;
export const MAX_NAME_CHARACTERS = 200;
export const MAX_PATH_CHARACTERS = 1_000;
export const MAX_LABEL_CHARACTERS = 200;
