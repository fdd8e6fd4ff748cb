/** Shortest password the service takes, in characters. */
export const shortestPassword = 10

/** Error for a shorter password. */
export const tooShort = `at least ${shortestPassword} characters`
