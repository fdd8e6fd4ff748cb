import type { Random } from './Random.ts'

/** One field of a protobuf or amino message. */
interface Field {
	number: number
	wireType: number
	body: Buffer
}

/** Bytes with something changed: by field where they are fields, else byte by byte. */
export function mutateBytes(bytes: Buffer, random: Random): Buffer {
	const fields = fieldsOf(bytes)
	if (fields !== undefined && fields.length > 0 && !random.once(4)) return mutateFields(fields, random)
	return mutateRaw(bytes, random)
}

function mutateRaw(bytes: Buffer, random: Random): Buffer {
	const at = random.below(bytes.length + 1)
	const rest = bytes.subarray(at)
	switch (random.below(6)) {
		case 0:
			return Buffer.concat([bytes.subarray(0, at), rest.subarray(1)])
		case 1:
			return bytes.subarray(0, at)
		case 2:
			return Buffer.concat([bytes.subarray(0, at), Buffer.from([random.below(256)]), rest])
		case 3:
			return Buffer.alloc(random.pick([0, 1, 2, 32, 33, 63, 64, 65, 100]), random.below(256))
		case 4:
			return Buffer.concat([bytes.subarray(0, at), Buffer.alloc(10, 0xff), rest])
		default: {
			const copy = Buffer.from(bytes)
			if (copy.length > 0) copy[random.below(copy.length)]! ^= 1 << random.below(8)
			return copy
		}
	}
}

function mutateFields(fields: Field[], random: Random): Buffer {
	const at = random.below(fields.length)
	const field = fields[at]!
	switch (random.below(9)) {
		case 0:
			fields.splice(at, 1)
			break
		case 1:
			fields.splice(random.below(fields.length + 1), 0, field)
			break
		case 2:
			fields.reverse()
			break
		case 3:
			field.number = random.pick([0, 1, 2, 3, 4, 15, 16, 536870911])
			break
		case 4:
			field.wireType = random.below(8)
			break
		case 5:
			fields.splice(random.below(fields.length + 1), 0, {
				number: random.pick([1, 2, 3, 4, 7, 100, 536870911]),
				wireType: random.pick([0, 1, 2, 5]),
				body: Buffer.alloc(8, random.below(3)),
			})
			break
		case 6:
			field.body =
				field.wireType === 2
					? Buffer.alloc(0)
					: varint(random.pick([0n, 1n, 7n, 8n, 9n, 255n, 1n << 32n, (1n << 64n) - 1n]))
			break
		default:
			field.body = field.wireType === 2 ? mutateBytes(field.body, random) : mutateRaw(field.body, random)
	}
	return Buffer.concat(fields.map(write))
}

function write({ number, wireType, body }: Field): Buffer {
	const key = varint((BigInt(number) << 3n) | BigInt(wireType))
	return wireType === 2 ? Buffer.concat([key, varint(BigInt(body.length)), body]) : Buffer.concat([key, body])
}

function varint(value: bigint): Buffer {
	const out: number[] = []
	let rest = value
	while (rest > 127n) {
		out.push(Number(rest & 127n) | 128)
		rest >>= 7n
	}
	return Buffer.from([...out, Number(rest)])
}

function fieldsOf(bytes: Buffer): Field[] | undefined {
	const fields: Field[] = []
	let at = 0
	const next = (): number | undefined => {
		let value = 0
		for (let shift = 0; shift < 35; shift += 7) {
			const byte = bytes[at++]
			if (byte === undefined) return undefined
			value += (byte & 127) * 2 ** shift
			if (byte < 128) return value
		}
		return undefined
	}
	while (at < bytes.length) {
		const key = next()
		if (key === undefined || key < 8) return undefined
		const wireType = key & 7
		const start = at
		let end = at
		if (wireType === 0) {
			if (next() === undefined) return undefined
			end = at
		} else if (wireType === 2) {
			const length = next()
			if (length === undefined) return undefined
			const body = bytes.subarray(at, at + length)
			if (body.length < length) return undefined
			at += length
			fields.push({ number: key >>> 3, wireType, body })
			continue
		} else {
			end = start + (wireType === 1 ? 8 : 4)
			if ((wireType !== 1 && wireType !== 5) || end > bytes.length) return undefined
			at = end
		}
		fields.push({ number: key >>> 3, wireType, body: bytes.subarray(start, end) })
	}
	return fields
}
