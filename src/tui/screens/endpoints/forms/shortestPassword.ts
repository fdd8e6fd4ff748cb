/** Shortest password the service takes, in characters. */
export const shortestPassword = 10

/** What is said of a shorter one. */
export const tooShort = `at least ${shortestPassword} characters`
