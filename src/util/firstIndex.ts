/** The index of the first item for which something holds, as it then does for all behind it; else the length. */
export function firstIndex<T>(list: readonly T[], holds: (item: T) => boolean): number {
	let [low, high] = [0, list.length]
	while (low < high) {
		const middle = (low + high) >> 1
		if (holds(list[middle] as T)) high = middle
		else low = middle + 1
	}
	return low
}
