import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/** Size of the space of young objects in the app's thread, both halves, in bytes. */
const enough = 8 * 1024 * 1024

/** Milliseconds between two looks: while the node's threads start, and how long that is; afterwards. */
const [often, starting, seldom] = [50, 15_000, 1_000]

/**
 * Ends the growth of this thread's space of young objects at 4 MB a half, where V8 goes on to 16. Frames are garbage at
 * once: more room keeps more of it and saves nothing. The limit itself cannot be set after a process started, and each new
 * thread sets the factor back to 2 (heap.cc ConfigureHeap in V8).
 */
export function limitYoungSpace(): void {
	// From 1 MB to 4 in one step, so that no look comes too late.
	setFlagsFromString('--semi-space-growth-factor=4')
	const from = performance.now()
	const look = (): void => {
		const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')
		if (young === undefined) return
		if (young.space_size >= enough) setFlagsFromString('--semi-space-growth-factor=1')
		setTimeout(look, performance.now() - from < starting ? often : seldom).unref()
	}
	look()
}
