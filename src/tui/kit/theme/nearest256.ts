/** Levels of each channel in the colour cube of a 256-colour terminal. */
const cube = [0, 95, 135, 175, 215, 255] as const

/**
 * The entry of the 256-colour palette nearest to a colour, of cube (16..231) and greys (232..255). Chalk's own
 * conversion rounds each channel of the cube as if it were even, which makes dark colours too bright.
 * @param hex `#rrggbb`.
 */
export function nearest256(hex: string): number {
	const channels = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
	const steps = channels.map((value) => nearestIndex(cube, value))
	const inCube = steps.map((step) => cube[step]!)
	const mean = channels.reduce((sum, value) => sum + value, 0) / 3
	const grey = Math.max(0, Math.min(23, Math.round((mean - 8) / 10)))
	const inGreys = channels.map(() => 8 + grey * 10)
	if (distance(channels, inGreys) < distance(channels, inCube)) return 232 + grey
	return 16 + 36 * steps[0]! + 6 * steps[1]! + steps[2]!
}

function nearestIndex(levels: readonly number[], value: number): number {
	let best = 0
	levels.forEach((level, index) => {
		if (Math.abs(level - value) < Math.abs(levels[best]! - value)) best = index
	})
	return best
}

function distance(a: readonly number[], b: readonly number[]): number {
	return Math.hypot(...a.map((value, index) => value - b[index]!))
}
