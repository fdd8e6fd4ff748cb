/**
 * The index of the first item for which something holds, in a list where it then holds for all behind it: a binary
 * search. The length of the list if it holds for none.
 */
export function firstIndex<T>(list: readonly T[], holds: (item: T) => boolean): number {
	let [low, high] = [0, list.length]
	while (low < high) {
		const middle = (low + high) >> 1
		if (holds(list[middle] as T)) high = middle
		else low = middle + 1
	}
	return low
}
