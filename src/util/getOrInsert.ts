/** A `Map` or `WeakMap`. */
interface Entries<Key, Value> {
	get(key: Key): Value | undefined
	set(key: Key, value: Value): unknown
}

/** The value of a key; a missing one is made and kept (ECMAScript's Map.prototype.getOrInsertComputed). */
export function getOrInsert<Key, Value>(map: Entries<Key, Value>, key: Key, make: (key: Key) => Value): Value {
	let value = map.get(key)
	if (value === undefined) {
		value = make(key)
		map.set(key, value)
	}
	return value
}
