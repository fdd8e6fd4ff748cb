import type { DOMElement } from 'ink'

/** What the mouse does on a box; coordinates count from its left upper corner. */
export interface HitHandlers {
	readonly onClick?: (x: number, y: number) => void
	/** False hands the step on to the box around it. */
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
	/** Boxes around it. */
	readonly depth: number
}

/**
 * The boxes that listen to the mouse. Where they are is asked when a click comes, never while drawing; the deepest one
 * under the mouse is meant, then those around it.
 */
export class HitBoxes {
	readonly #boxes = new Set<HitBox>()

	/** Adds a box; returns what takes it out again. */
	add(box: HitBox): () => void {
		this.#boxes.add(box)
		return () => this.#boxes.delete(box)
	}

	/** A click on a cell of the screen. False when nothing listens there. */
	click(x: number, y: number): boolean {
		for (const { handlers, place } of this.#under(x, y)) {
			if (handlers.onClick === undefined) continue
			handlers.onClick(x - place.x, y - place.y)
			return true
		}
		return false
	}

	/** A step of the wheel. False when nothing takes it there. */
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

/** Where Ink has laid a box out. */
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
