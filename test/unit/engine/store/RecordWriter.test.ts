import { BinaryWriter } from '@bufbuild/protobuf/wire'
import { expect, it } from 'vitest'
import { RecordWriter } from '../../../../src/engine/store/RecordWriter.ts'
import { toHex } from '../../../../src/util/bytes.ts'

const bytes = Uint8Array.from({ length: 40 }, (_, at) => at + 200)
/** What a writer can write, with the library's own bytes for it. */
const writes: readonly (readonly [string, (writer: RecordWriter) => void, Uint8Array])[] = [
	[
		'a number',
		(writer) => writer.uint(1, 2 ** 50),
		new BinaryWriter()
			.tag(1, 0)
			.uint64(2 ** 50)
			.finish(),
	],
	['the number 0', (writer) => writer.uint(1, 0), new Uint8Array(0)],
	['a signed number', (writer) => writer.int64(2, -1n), new BinaryWriter().tag(2, 0).int64(-1n).finish()],
	['the number 1', (writer) => writer.int64(2, 1n), new BinaryWriter().tag(2, 0).int64(1n).finish()],
	['no signed number', (writer) => writer.int64(2, 0n), new Uint8Array(0)],
	[
		'a number whose last seven bits stand alone',
		(writer) => writer.int64(2, 2n ** 56n),
		new BinaryWriter()
			.tag(2, 0)
			.int64(2n ** 56n)
			.finish(),
	],
	[
		'the largest exact number',
		(writer) => writer.int64(2, 2n ** 53n - 1n),
		new BinaryWriter()
			.tag(2, 0)
			.int64(2n ** 53n - 1n)
			.finish(),
	],
	[
		'a number beyond it',
		(writer) => writer.int64(2, 2n ** 53n),
		new BinaryWriter()
			.tag(2, 0)
			.int64(2n ** 53n)
			.finish(),
	],
	['bytes', (writer) => writer.bytes(3, bytes), new BinaryWriter().tag(3, 2).bytes(bytes).finish()],
	['no bytes', (writer) => writer.bytes(3, new Uint8Array(0)), new Uint8Array(0)],
	['a text', (writer) => writer.text(4, '€'.repeat(50)), new BinaryWriter().tag(4, 2).string('€'.repeat(50)).finish()],
	['no text', (writer) => writer.text(4, ''), new Uint8Array(0)],
	[
		'a message',
		(writer) => writer.end(writer.begin(5)),
		new BinaryWriter().tag(5, 2).bytes(new Uint8Array(0)).finish(),
	],
	['a message that is longer than was likely', (writer) => longer(writer, 0), longMessage()],
	['a message that is shorter than was likely', (writer) => longer(writer, 20_000), longMessage()],
]

function longer(writer: RecordWriter, likely: number): void {
	const begun = writer.begin(6, likely)
	writer.bytes(1, new Uint8Array(130).fill(1))
	writer.end(begun)
}

function longMessage(): Uint8Array {
	const inner = new BinaryWriter().tag(1, 2).bytes(new Uint8Array(130).fill(1)).finish()
	return new BinaryWriter().tag(6, 2).bytes(inner).finish()
}

/** How often each is written one behind the other, because one alone finds the room that was made for what is before it. */
const times = 10

it.each(writes)(
	'a record with %s is the same wherever in the memory of its writer it begins',
	(_what, write, wanted) => {
		const alone = new RecordWriter()
		write(alone)
		expect(toHex(alone.finish())).toBe(toHex(wanted))
		for (let before = 16_384 - 180; before <= 16_386; before++) {
			const writer = new RecordWriter()
			writer.bytes(1, new Uint8Array(before))
			for (let time = 0; time < times; time++) write(writer)
			const made = writer.finish()
			const { length } = wanted
			// A tag, and a length of three bytes from 2^14 on.
			expect(made).toHaveLength(1 + (before < 16_384 ? 2 : 3) + before + times * length)
			expect(toHex(made.subarray(made.length - times * length)), String(before)).toBe(toHex(wanted).repeat(times))
		}
	},
)

it('a record that is finished stays as it is while its writer goes on, from a clear beginning', () => {
	const writer = new RecordWriter()
	writer.bytes(1, bytes)
	const first = writer.finish()
	const before = toHex(first)
	writer.clear()
	writer.uint(2, 300)
	expect(toHex(writer.finish())).toBe('10ac02')
	// One of more than a megabyte has memory of its own; those behind it are small again.
	for (const size of [1 << 20, (1 << 20) + 1, 3]) {
		writer.clear()
		writer.bytes(1, new Uint8Array(size).fill(9))
		const made = writer.finish()
		expect([made.at(-1), made.length - size]).toEqual([9, size === 3 ? 2 : 4])
	}
	expect(toHex(first)).toBe(before)
})
