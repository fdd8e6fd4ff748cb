/**
 * An honest client that asks again and again, one request each 20 ms, and notes how long it waited in milliseconds. A
 * request that fails, or takes longer than 10 s, counts as 10 s.
 */
export function honestCalls(ask) {
	const waits = []
	const failures = []
	let going = true
	const done = (async () => {
		while (going) {
			const from = performance.now()
			try {
				await Promise.race([ask(), late()])
				waits.push(performance.now() - from)
			} catch (error) {
				waits.push(10_000)
				failures.push(error instanceof Error ? error.message : String(error))
			}
			await new Promise((resolve) => setTimeout(resolve, 20))
		}
	})()
	return {
		waits,
		failures,
		async stop() {
			going = false
			await done
		},
	}
}

function late() {
	return new Promise((_, reject) => setTimeout(() => reject(new Error('no answer within 10 s')), 10_000).unref())
}
