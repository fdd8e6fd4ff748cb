/**
 * Lets others in while something long runs: call the result between its steps and await what it returns. The event loop turns once so
 * many milliseconds have passed; in between nothing is awaited.
 */
export function pacer(ms = 5): () => Promise<void> | undefined {
	let began = performance.now()
	return () => {
		if (performance.now() - began < ms) return undefined
		return new Promise((resolve) => {
			setImmediate(() => {
				began = performance.now()
				resolve()
			})
		})
	}
}
