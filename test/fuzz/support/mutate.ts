import { joinBytes, utf8 } from '../../../src/util/bytes.ts'

/** Numbers and texts that programs trip over. */
const interesting: readonly Uint8Array[] = [
	...[[0], [0xff], [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01], [0x7f, 0xff, 0xff, 0xff]].map(
		(bytes) => Uint8Array.from(bytes),
	),
	...[
		'-1',
		'0',
		'9223372036854775808',
		'18446744073709551616',
		'1e400',
		'null',
		'{}',
		'[]',
		'""',
		'[[[[[[[[',
		'{"a":',
	].map(utf8),
	...['%', '%00', '..', '/', '?', '&', '=', "'", '"', '\\', '\u0000', '\u{1f600}', '__proto__', 'constructor'].map(
		utf8,
	),
	...['\u001b[', '\u001b]11;', '\u001b[<0;', '\u001b[200~', '\u001bO', '9'.repeat(400), 'a'.repeat(5_000)].map(utf8),
]

/** A neighbour of one of the seeds: some bytes flipped, cut, doubled, moved, or replaced by what programs trip over. */
export function mutate(seeds: readonly Uint8Array[], random: (below: number) => number): Uint8Array {
	let bytes = seeds[random(seeds.length)]!
	for (let change = random(4); change >= 0; change--) bytes = changed(bytes, seeds, random)
	return bytes
}

function changed(bytes: Uint8Array, seeds: readonly Uint8Array[], random: (below: number) => number): Uint8Array {
	const at = random(bytes.length + 1)
	const to = Math.min(bytes.length, at + random(12))
	switch (random(8)) {
		case 0:
			return bytes.map((byte, index) => (index === at ? byte ^ (1 << random(8)) : byte))
		case 1:
			return bytes.map((byte, index) => (index === at ? random(256) : byte))
		case 2:
			return joinBytes([bytes.subarray(0, at), bytes.subarray(to)])
		case 3:
			return joinBytes([bytes.subarray(0, to), bytes.subarray(at)])
		case 4:
			return bytes.subarray(0, at)
		case 5:
			return joinBytes([bytes.subarray(0, at), interesting[random(interesting.length)]!, bytes.subarray(to)])
		case 6: {
			const other = seeds[random(seeds.length)]!
			return joinBytes([bytes.subarray(0, at), other.subarray(random(other.length + 1))]).subarray(0, 200_000)
		}
		default:
			return joinBytes([
				bytes.subarray(0, at),
				Uint8Array.from({ length: random(20) }, () => random(256)),
				bytes.subarray(at),
			])
	}
}
