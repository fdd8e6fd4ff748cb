/** Works on at most `most` items at once and yields results in the items' order. Ends with the first error. */
export async function* inParallel<Item, Result>(
	items: AsyncIterable<Item>,
	most: number,
	work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
	const underWay: Promise<Result>[] = []
	for await (const item of items) {
		const result = work(item)
		// The loop awaits the result later. Until then a failure must not count as unhandled.
		result.catch(() => undefined)
		underWay.push(result)
		if (underWay.length >= most) yield await underWay.shift()!
	}
	while (underWay.length > 0) yield await underWay.shift()!
}
