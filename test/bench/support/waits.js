// Every wait of a measurement has a limit and says what it saw: a measurement that cannot end fails, it does not hang.
import { setTimeout as pause } from 'node:timers/promises'

/** Most characters that a failed wait tells of what it saw. */
const toldCharacters = 1_000

/**
 * Asks again and again until a value is found (anything but false, null and undefined), and gives it.
 *
 * @throws Error after the limit, with `what` was waited for and what `saw` or the last failed question tells.
 */
export async function until(what, find, { seconds = 60, everyMs = 20, saw = () => '' } = {}) {
	const end = performance.now() + seconds * 1_000
	let fault
	for (;;) {
		const found = await within(what, Math.max(1, (end - performance.now()) / 1_000), find(), saw).catch((error) => {
			fault = error
			return false
		})
		if (found !== false && found !== null && found !== undefined) return found
		if (performance.now() > end) throw vain(what, seconds, saw() || (fault?.message ?? ''))
		await pause(everyMs)
	}
}

/** A promise's value. Rejects as `until` does when it takes longer than the limit. */
export async function within(what, seconds, promise, saw = () => '') {
	let timer
	const late = new Promise((_, reject) => {
		timer = setTimeout(() => reject(vain(what, seconds, saw())), seconds * 1_000)
	})
	try {
		return await Promise.race([promise, late])
	} finally {
		clearTimeout(timer)
	}
}

/** Lets everything else that waits in this process have its turn: after each piece of a long computation. */
export function turn() {
	return new Promise((resolve) => setImmediate(resolve))
}

function vain(what, seconds, seen) {
	const tail = String(seen).slice(-toldCharacters)
	return new Error(`waited ${seconds} s in vain for ${what}${tail === '' ? '' : `; saw: ${tail}`}`)
}
