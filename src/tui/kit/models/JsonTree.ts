import { WindowList } from './WindowList.ts'

/** A row of a JSON value: a member, an item, or a closing bracket. */
export interface JsonRow {
	/** Path in the value: `.tx.body.messages[0]`; unique among rows that open an object or array. */
	readonly path: string
	readonly depth: number
	/** Name of the member; undefined for items and closing brackets. */
	readonly name: string | undefined
	/** JSON of the value, or its bracket. Untrusted: not yet safe to print. */
	readonly text: string
	readonly kind: 'string' | 'number' | 'word' | 'open' | 'folded' | 'close'
	/** Whether a comma follows. */
	readonly comma: boolean
}

/** A JSON value as rows, with foldable objects and arrays. */
export class JsonTree extends WindowList<JsonRow> {
	readonly #value: unknown
	readonly #folded: Set<string>
	#rows: readonly JsonRow[] | undefined

	/**
	 * @param foldFrom Depth from which objects and arrays start folded; none by default.
	 * @param moved Called when the movement keys moved the selection.
	 */
	constructor(value: unknown, foldFrom = Number.POSITIVE_INFINITY, moved?: () => void) {
		super({
			count: () => this.rows.length,
			at: (index) => this.rows[index],
			// Rows change by `toggle` alone, which says what is selected then.
			keyAt: String,
			indexOf: Number,
			...(moved === undefined ? {} : { changed: moved }),
		})
		this.#value = value
		this.#folded = new Set(Number.isFinite(foldFrom) ? deepPaths(value, '', 0, foldFrom) : [])
	}

	get rows(): readonly JsonRow[] {
		this.#rows ??= rowsOf(this.#value, this.#folded)
		return this.#rows
	}

	/** The row that shows a path: its own, or that of what is folded around it; -1 when the value has no such path. */
	placeOf(path: string): number {
		const rows = this.rows
		const own = rows.findIndex((row) => row.path === path)
		return own >= 0 ? own : rows.findIndex((row) => row.kind === 'folded' && isWithin(path, row.path))
	}

	/** Goes to the row that shows a path; false when none does. */
	override select(path: string): boolean {
		const place = this.placeOf(path)
		if (place < 0) return false
		this.cursor.select(place)
		return true
	}

	/** Folds the object or array of the selected row, or the enclosing one; unfolds a folded one. */
	toggle(): void {
		const row = this.selected
		if (row === undefined) return
		const path = row.kind === 'open' || row.kind === 'folded' || row.kind === 'close' ? row.path : parentOf(row.path)
		if (this.#folded.has(path)) this.#folded.delete(path)
		else this.#folded.add(path)
		this.#rows = undefined
		this.cursor.select(this.rows.findIndex((other) => other.path === path))
	}
}

function parentOf(path: string): string {
	return path.replace(/(\.[^.[\]]*|\[\d+\])$/, '')
}

function isWithin(path: string, outer: string): boolean {
	return path.startsWith(outer) && /^[.[]/.test(path.slice(outer.length))
}

function isBranch(value: unknown): value is object {
	return typeof value === 'object' && value !== null && Object.keys(value).length > 0
}

function members(
	value: object,
	path: string,
): readonly (readonly [name: string | undefined, path: string, value: unknown])[] {
	if (Array.isArray(value)) return value.map((item: unknown, index) => [undefined, `${path}[${index}]`, item] as const)
	// A dot or bracket in a name would look like a step of the path.
	return Object.entries(value).map(
		([name, member]) => [name, `${path}.${name.replaceAll(/[.[\]]/g, '_')}`, member] as const,
	)
}

function rowsOf(root: unknown, folded: ReadonlySet<string>): readonly JsonRow[] {
	const rows: JsonRow[] = []
	const add = (name: string | undefined, path: string, value: unknown, depth: number, comma: boolean): void => {
		if (!isBranch(value)) {
			const text = JSON.stringify(value) ?? String(value)
			const kind = typeof value === 'string' ? 'string' : typeof value === 'number' ? 'number' : 'word'
			rows.push({ path, depth, name, text, kind, comma })
			return
		}
		const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
		const all = members(value, path)
		if (folded.has(path)) {
			const count = `${all.length} ${Array.isArray(value) ? 'item' : 'member'}${all.length === 1 ? '' : 's'}`
			rows.push({ path, depth, name, text: `${open} ${count} ${close}`, kind: 'folded', comma })
			return
		}
		rows.push({ path, depth, name, text: open, kind: 'open', comma: false })
		all.forEach(([member, where, inside], index) => {
			add(member, where, inside, depth + 1, index < all.length - 1)
		})
		rows.push({ path, depth, name: undefined, text: close, kind: 'close', comma })
	}
	add(undefined, '', root, 0, false)
	return rows
}

function deepPaths(value: unknown, path: string, depth: number, from: number): readonly string[] {
	if (!isBranch(value)) return []
	const inside = members(value, path).flatMap(([, where, member]) => deepPaths(member, where, depth + 1, from))
	return depth >= from ? [path, ...inside] : inside
}
