/**
 * Works on items as they come, some at once, and gives the results in the order of the items. Ends with the first error.
 *
 * @param most Items under way at once.
 */
export async function* inParallel<Item, Result>(
	items: AsyncIterable<Item>,
	most: number,
	work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
	const underWay: Promise<Result>[] = []
	for await (const item of items) {
		const result = work(item)
		// It is awaited when its turn comes; until then a failure is nobody's yet.
		result.catch(() => undefined)
		underWay.push(result)
		if (underWay.length >= most) yield await underWay.shift()!
	}
	while (underWay.length > 0) yield await underWay.shift()!
}
