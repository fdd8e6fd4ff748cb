import type { getMemory } from 'mcl-wasm'

/** The functions of mcl in WebAssembly that this calls by places in its memory; its own types leave them out. */
interface RawFunctions {
	_malloc(bytes: number): number
	/** Bytes read; 0 if the number is not below the modulus. */
	_mclBnFp_deserialize(element: number, from: number, bytes: number): number
	_mclBnFp_serialize(to: number, most: number, element: number): number
	_mclBnFp_setInt32(element: number, value: number): number
}

type Operation = '_add' | '_isValid' | '_isZero' | '_normalize'
type RawGroup = Readonly<Record<`_mclBn${'G1' | 'G2'}${Operation}`, (...places: readonly number[]) => number>>

/** What the library loaded for a curve is made of. */
export interface RawLibrary {
	readonly mod: RawFunctions & RawGroup
	readonly getMemory: typeof getMemory
}

/** The form of a group's points in calls. */
export interface PointForm {
	readonly group: 'G1' | 'G2'
	/** Bytes of an element of the field in calls: zeros, then its number, the highest byte first. */
	readonly elementBytes: number
	/** Bytes of its number. */
	readonly numberBytes: number
}

/** Bytes of an element of the field in the library's memory, whatever the curve. */
const placeBytes = 48

/**
 * Makes the function that adds two points of a call's data; it returns undefined if there is none. Zeros are the
 * point at infinity. Points are read, added and written within the library's memory: its classes copy each number several times,
 * which takes longer than the sum.
 */
export function pointSums(library: RawLibrary, form: PointForm): (data: Uint8Array) => Uint8Array | undefined {
	const { mod } = library
	const { group, elementBytes, numberBytes } = form
	// A coordinate of the second group has two elements, the lower part first.
	const elements = group === 'G1' ? 2 : 4
	const pointBytes = elements * elementBytes
	const size = (elements + elements / 2) * placeBytes
	const [add, isValid, isZero, normalize] = (['_add', '_isValid', '_isZero', '_normalize'] as const).map(
		(operation) => mod[`_mclBn${group}${operation}`],
	) as [RawGroup[keyof RawGroup], RawGroup[keyof RawGroup], RawGroup[keyof RawGroup], RawGroup[keyof RawGroup]]
	const [a, b, number, one] = [size, size, placeBytes, placeBytes].map((bytes) => mod._malloc(bytes)) as [
		number,
		number,
		number,
		number,
	]
	mod._mclBnFp_setInt32(one, 1)
	let view = new Uint8Array(0)
	/** The library's memory, which moves when it grows. */
	const memory = (): Uint8Array => {
		const { buffer } = library.getMemory()
		if (view.buffer !== buffer) view = new Uint8Array(buffer)
		return view
	}
	const read = (point: number, data: Uint8Array, from: number): boolean => {
		const bytes = memory()
		bytes.fill(0, point, point + size)
		if (isNothing(data, from, from + pointBytes)) return true
		for (let element = 0; element < elements; element++) {
			const first = from + element * elementBytes
			const last = first + elementBytes - 1
			if (!isNothing(data, first, last + 1 - numberBytes)) return false
			for (let at = 0; at < numberBytes; at++) bytes[number + at] = data[last - at]!
			if (mod._mclBnFp_deserialize(point + element * placeBytes, number, numberBytes) === 0) return false
		}
		bytes.copyWithin(point + elements * placeBytes, one, one + placeBytes)
		return isValid(point) === 1
	}
	return (data) => {
		if (!read(a, data, 0) || !read(b, data, pointBytes)) return undefined
		const sum = new Uint8Array(pointBytes)
		add(a, a, b)
		if (isZero(a) === 1) return sum
		normalize(a, a)
		for (let element = 0; element < elements; element++) {
			mod._mclBnFp_serialize(number, numberBytes, a + element * placeBytes)
			const bytes = memory()
			const last = (element + 1) * elementBytes - 1
			for (let at = 0; at < numberBytes; at++) sum[last - at] = bytes[number + at]!
		}
		return sum
	}
}

/** Whether a part of the data is all zeros. */
export function isNothing(data: Uint8Array, from: number, to: number): boolean {
	for (let at = from; at < to; at++) if (data[at] !== 0) return false
	return true
}
