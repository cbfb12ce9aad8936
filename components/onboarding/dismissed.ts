/** Set where somebody put the list of first steps away. Its path is the project's. */
export const SETUP_DISMISSED_COOKIE = "steward-setup-dismissed";
