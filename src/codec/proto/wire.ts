/** Results below zero of the consuming functions (google.golang.org/protobuf encoding/protowire error codes). */
export const wireFault = { truncated: -1, fieldNumber: -2, overflow: -3, reserved: -4, endGroup: -5 } as const

/**
 * The text of a consuming function's fault (protowire.ParseError). The library writes a no-break space behind `proto:`
 * in about half of all programs built with it, by a hash of the program; the recorded network node had it.
 */
export function wireFaultText(fault: number): string {
	switch (fault) {
		case wireFault.truncated:
			return 'unexpected EOF'
		case wireFault.fieldNumber:
			return 'proto:\u00a0invalid field number'
		case wireFault.overflow:
			return 'proto:\u00a0variable length integer overflow'
		case wireFault.reserved:
			return 'proto:\u00a0cannot parse reserved wire type'
		default:
			return 'proto:\u00a0mismatching end group marker'
	}
}

/** Low and high 32 bits of the last varint consumed, unsigned: kept here so that no object is made for each. */
export const lastVarint = { lo: 0, hi: 0 }

/** Length of the varint at `pos`, or a fault; its value is in `lastVarint`. */
export function consumeVarint(bytes: Uint8Array, pos: number, end: number): number {
	if (pos >= end) return wireFault.truncated
	const first = bytes[pos]!
	lastVarint.hi = 0
	if (first < 0x80) {
		lastVarint.lo = first
		return 1
	}
	let lo = first & 0x7f
	let hi = 0
	for (let i = 1; ; i++) {
		if (pos + i >= end) return wireFault.truncated
		const byte = bytes[pos + i]!
		if (i === 9 && byte > 1) return wireFault.overflow
		const bits = byte & 0x7f
		const shift = 7 * i
		if (shift < 28) lo |= bits << shift
		else if (shift === 28) {
			lo |= (bits & 0x0f) << 28
			hi = bits >>> 4
		} else hi |= bits << shift // A shift counts modulo 32.
		if (byte < 0x80) {
			lastVarint.lo = lo >>> 0
			lastVarint.hi = hi >>> 0
			return i + 1
		}
	}
}

/** Field number and wire type of the last tag consumed. */
export const lastTag = { number: 0, wireType: 0 }

/** Length of the tag at `pos`, or a fault; its parts are in `lastTag`. */
export function consumeTag(bytes: Uint8Array, pos: number, end: number): number {
	const length = consumeVarint(bytes, pos, end)
	if (length < 0) return length
	const { lo, hi } = lastVarint
	// Numbers up to 2^31-1 pass: 34 bits of tag.
	if (hi >= 4) return wireFault.fieldNumber
	const number = (lo >>> 3) + hi * 0x20000000
	if (number < 1) return wireFault.fieldNumber
	lastTag.number = number
	lastTag.wireType = lo & 7
	return length
}

/** Length of the value of a field behind its tag, or a fault. */
export function consumeFieldValue(
	number: number,
	wireType: number,
	bytes: Uint8Array,
	pos: number,
	end: number,
): number {
	switch (wireType) {
		case 0:
			return consumeVarint(bytes, pos, end)
		case 1:
			return end - pos < 8 ? wireFault.truncated : 8
		case 2: {
			const length = consumeVarint(bytes, pos, end)
			if (length < 0) return length
			if (lastVarint.hi !== 0 || lastVarint.lo > end - pos - length) return wireFault.truncated
			return length + lastVarint.lo
		}
		case 3:
			return consumeGroup(number, bytes, pos, end)
		case 4:
			return wireFault.endGroup
		case 5:
			return end - pos < 4 ? wireFault.truncated : 4
		default:
			return wireFault.reserved
	}
}

/** Groups nest; a list of open ones instead of recursion, since input decides the depth. */
function consumeGroup(number: number, bytes: Uint8Array, start: number, end: number): number {
	const open = [number]
	let pos = start
	for (;;) {
		const tag = consumeTag(bytes, pos, end)
		if (tag < 0) return tag
		pos += tag
		if (lastTag.wireType === 4) {
			if (open.pop() !== lastTag.number) return wireFault.endGroup
			if (open.length === 0) return pos - start
		} else if (lastTag.wireType === 3) open.push(lastTag.number)
		else {
			const length = consumeFieldValue(lastTag.number, lastTag.wireType, bytes, pos, end)
			if (length < 0) return length
			pos += length
		}
	}
}

const wireTypeNames = ['varint', 'fixed64', 'bytes', 'start_group', 'end_group', 'fixed32']

/** A wire type as the framework's unknown-field errors name it. */
export function wireTypeName(wireType: number): string {
	return wireTypeNames[wireType] ?? `unknown type: ${wireType}`
}
