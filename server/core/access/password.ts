/** Length is what makes a password hard to guess; kinds of characters are not asked for (NIST SP 800-63B). */
export const PASSWORD_MIN_CHARACTERS = 10;
export const PASSWORD_MAX_CHARACTERS = 128;
