/** The value of a JSON text; undefined for any other text. */
export function jsonOf(text: string): unknown {
	try {
		return JSON.parse(text)
	} catch {
		return undefined
	}
}

/** A member of a JSON value whose form is not known; undefined of anything but an object that has it. */
export function member(value: unknown, name: string): unknown {
	return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined
}

/** Whether a JSON value is an object: neither a list nor null. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The members of a JSON value whose form is not known; none of anything but an object. */
export function objectOf(value: unknown): Readonly<Record<string, unknown>> {
	return isObject(value) ? value : {}
}

/** The items of a JSON value whose form is not known; none of anything but an array. */
export function items(value: unknown): readonly unknown[] {
	return Array.isArray(value) ? (value as readonly unknown[]) : []
}
