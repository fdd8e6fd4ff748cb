import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createRegistry } from '../../../src/codec/registry/createRegistry.ts'
import { decodeTx } from '../../../src/codec/tx/decodeTx.ts'
import { ChainError } from '../../../src/errors/ChainError.ts'
import { fromBase64 } from '../../../src/util/bytes.ts'
import { randomSource } from '../../support/random.js'

interface Recorded {
	readonly note: string
	readonly tx: string
	/** The reply's text, null for a transaction that decodes. */
	readonly log: string | null
}

const file = new URL('../../golden/codec/txDecode.json', import.meta.url)
const recorded = JSON.parse(readFileSync(file, 'utf8')) as readonly Recorded[]
const registry = createRegistry()

function decodeError(bytes: Uint8Array): ChainError | null {
	try {
		decodeTx(bytes, registry)
		return null
	} catch (error) {
		if (error instanceof ChainError) return error
		throw error
	}
}

describe('decoding transactions, against recordings of the framework', () => {
	it('the recordings of decoding have refused and accepted transactions', () => {
		expect(recorded.filter(({ log }) => log !== null).length).toBe(83)
		expect(recorded.length).toBe(608)
	})

	it('refuses and accepts the same, with the same texts', () => {
		for (const { note, tx, log } of recorded) {
			const error = decodeError(fromBase64(tx) ?? new Uint8Array(0))
			// Recordings show a byte that is not UTF-8 as the replacement character.
			const text = error?.log.replaceAll(/[\udc80-\udcff]/g, '\ufffd') ?? null
			expect({ note, text }).toEqual({ note, text: log })
			if (error !== null) expect([error.codespace, error.code]).toEqual(['sdk', 2])
		}
	})

	it('answers damaged and random bytes with code 2 or a transaction, never with a fault', () => {
		const random = randomSource('damaged bytes')
		const good = recorded.filter(({ log }) => log === null).map(({ tx }) => fromBase64(tx) ?? new Uint8Array(0))
		for (let round = 0; round < 20_000; round++) {
			const bytes =
				round % 4 === 0
					? Uint8Array.from({ length: random(120) }, () => random(256))
					: Uint8Array.from(good[random(good.length)] ?? [])
			for (let i = random(4); i >= 0 && bytes.length > 0; i--) bytes[random(bytes.length)] = random(256)
			const error = decodeError(round % 3 === 0 ? bytes.subarray(0, random(bytes.length + 1)) : bytes)
			if (error !== null) expect(error.code).toBe(2)
		}
	})

	it('survives a megabyte of nested mode infos and keys', () => {
		for (const fill of [0x0a, 0x12]) expect(decodeError(new Uint8Array(1_000_000).fill(fill))?.code).toBe(2)
		let nested: Uint8Array = new Uint8Array(0)
		const wrap = (tag: number, inner: Uint8Array): Uint8Array => {
			const length: number[] = []
			for (let rest = inner.length; ; rest >>>= 7) {
				length.push(rest >= 128 ? (rest & 127) | 128 : rest)
				if (rest < 128) break
			}
			return Uint8Array.from([tag, ...length, ...inner])
		}
		for (let i = 0; i < 4000; i++) nested = wrap(0x12, wrap(0x12, nested))
		const authInfo = wrap(0x0a, wrap(0x12, nested))
		expect(decodeError(wrap(0x12, authInfo))?.code).toBe(2)
	})
})
