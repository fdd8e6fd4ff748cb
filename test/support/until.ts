/** Longest wait for a condition, in milliseconds: shorter than that for a test, so that its report names the condition. */
const longestWaitMs = 55_000

/**
 * Resolves when the condition holds; it is asked again and again, never waited for by time alone. Rejects after a limit,
 * with the condition and its last value.
 *
 * @param rest what happens between two questions: a turn of the event loop where the next one must come at once
 */
export async function until<T>(
	check: () => Promise<T | undefined | false> | T | undefined | false,
	rest: () => Promise<unknown> = () => new Promise((resolve) => setTimeout(resolve, 5)),
): Promise<T> {
	const end = Date.now() + longestWaitMs
	for (;;) {
		const value = await check()
		if (value !== undefined && value !== false) return value
		if (Date.now() > end) throw new RangeError(`waited ${longestWaitMs / 1_000} s in vain for ${check}: it is ${value}`)
		await rest()
	}
}
