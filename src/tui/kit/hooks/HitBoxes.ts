import type { DOMElement } from 'ink'

/** Mouse handlers of a box. Coordinates count from its upper left corner. */
export interface HitHandlers {
	readonly onClick?: (x: number, y: number) => void
	/** False passes the step to the enclosing box. */
	readonly onWheel?: (direction: -1 | 1, x: number, y: number) => unknown
}

interface HitBox {
	readonly node: () => DOMElement | null
	readonly handlers: () => HitHandlers
}

interface Place {
	readonly x: number
	readonly y: number
	readonly width: number
	readonly height: number
	/** Number of enclosing boxes. */
	readonly depth: number
}

/** The boxes with mouse handlers, placed at a click only; the innermost gets the event, then those around. */
export class HitBoxes {
	readonly #boxes = new Set<HitBox>()

	/** Adds a box; returns a function that removes it. */
	add(box: HitBox): () => void {
		this.#boxes.add(box)
		return () => this.#boxes.delete(box)
	}

	/** Handles a click on a cell of the screen. Returns false if no box handles it. */
	click(x: number, y: number): boolean {
		for (const { handlers, place } of this.#under(x, y)) {
			if (handlers.onClick === undefined) continue
			handlers.onClick(x - place.x, y - place.y)
			return true
		}
		return false
	}

	/** Handles a step of the wheel. Returns false if no box handles it. */
	wheel(direction: -1 | 1, x: number, y: number): boolean {
		return this.#under(x, y).some(
			({ handlers, place }) =>
				handlers.onWheel !== undefined && handlers.onWheel(direction, x - place.x, y - place.y) !== false,
		)
	}

	#under(x: number, y: number): readonly { readonly handlers: HitHandlers; readonly place: Place }[] {
		const found = [...this.#boxes].flatMap(({ node, handlers }) => {
			const box = node()
			const place = box === null ? undefined : placeOf(box)
			if (place === undefined) return []
			const inside = x >= place.x && y >= place.y && x < place.x + place.width && y < place.y + place.height
			return inside ? [{ handlers: handlers(), place }] : []
		})
		return found.reverse().sort((a, b) => b.place.depth - a.place.depth)
	}
}

/** The position that Ink gave a box. */
function placeOf(box: DOMElement): Place | undefined {
	const { yogaNode } = box
	if (yogaNode === undefined) return undefined
	let [x, y, depth] = [0, 0, 0]
	for (let node: DOMElement | undefined = box; node?.yogaNode !== undefined; node = node.parentNode) {
		x += node.yogaNode.getComputedLeft()
		y += node.yogaNode.getComputedTop()
		depth++
	}
	return { x, y, width: yogaNode.getComputedWidth(), height: yogaNode.getComputedHeight(), depth }
}
