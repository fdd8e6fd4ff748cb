import { describe, expect, it } from 'vitest'
import { parseGenesis } from '../../../src/chain/parseGenesis.ts'
import {
	formatValidatorKey,
	newNodeKey,
	newValidatorKey,
	parseValidatorKey,
	validatorKeyFromSecret,
} from '../../../src/engine/validatorKey.ts'
import { toBase64, toHex } from '../../../src/util/bytes.ts'
import { kvGenesis } from './testEngine.ts'

const key = validatorKeyFromSecret('a key of a test')
const file = Buffer.from(formatValidatorKey(key))

describe('a key file of a validator or node', () => {
	it('a key file of a validator or node is read as it was written, and as an engine writes a node_key.json', () => {
		expect(toHex(parseValidatorKey(file.toString(), 'key.json').seed)).toBe(toHex(key.seed))
		const { priv_key } = JSON.parse(file.toString())
		expect(toHex(parseValidatorKey(JSON.stringify({ priv_key }), 'node_key.json').pubKey)).toBe(toHex(key.pubKey))
	})

	it('a key file of a validator or node that has one of address and public key needs the other too', () => {
		const { address, pub_key, priv_key } = JSON.parse(file.toString())
		for (const [rest, lacks] of [
			[{ address, priv_key }, 'pub_key'],
			[{ pub_key, priv_key }, 'address'],
		] as const) {
			expect(() => parseValidatorKey(JSON.stringify(rest), 'key.json')).toThrow(
				expect.objectContaining({
					message: 'key.json is damaged.',
					why: `Its ${lacks} does not belong to its priv_key.`,
				}),
			)
		}
	})

	it('a key file of a validator or node with any one bit flipped is refused, and the file is named', () => {
		let tried = 0
		for (let at = 0; at < file.length - 1; at++) {
			for (let bit = 0; bit < 8; bit++) {
				const flipped = Buffer.from(file)
				flipped[at]! ^= 1 << bit
				expect(() => parseValidatorKey(flipped.toString(), 'key.json'), `bit ${bit} of byte ${at}`).toThrow(
					'key.json is',
				)
				tried++
			}
		}
		expect(tried).toBe((file.length - 1) * 8)
	})

	it.each([
		['address', { address: '00'.repeat(20) }, 'Its address does not belong to its priv_key.'],
		[
			'pub_key',
			{ pub_key: { type: 'tendermint/PubKeyEd25519', value: Buffer.alloc(32).toString('base64') } },
			'Its pub_key does not belong to its priv_key.',
		],
		['a field of another name', { adress: '' }, 'Its field "adress" does not belong to its priv_key.'],
	])('whose %s is of another key says which part it is', (_part, change, why) => {
		const changed = JSON.stringify({ ...JSON.parse(file.toString()), ...change })
		expect(() => parseValidatorKey(changed, 'key.json')).toThrow(
			expect.objectContaining({ message: 'key.json is damaged.', why }),
		)
	})
})

describe('the keys of a new home', () => {
	const genesisOf = (value: string) =>
		parseGenesis(kvGenesis({ validators: [{ pub_key: { type: 'tendermint/PubKeyEd25519', value }, power: '10' }] }))
	// The secret of the development validator is published.
	const published = 'xP0bw9r4z9OHHYTfuXQqrfI0F/wefrdjkKoxWuW0zF8='

	it('the keys of a new home are the published ones where the genesis names the published validator', () => {
		const [first, second] = [newValidatorKey(genesisOf(published)), newValidatorKey(genesisOf(published))]
		expect([toBase64(first.pubKey), toBase64(second.pubKey)]).toEqual([published, published])
		expect(toHex(newNodeKey(first).seed)).toBe(toHex(newNodeKey(second).seed))
	})

	it('the keys of a new home are fresh ones for any other genesis', () => {
		for (const genesis of [genesisOf(toBase64(key.pubKey)), parseGenesis(kvGenesis())]) {
			const [first, second] = [newValidatorKey(genesis), newValidatorKey(genesis)]
			expect(new Set([published, ...[first, second].map(({ pubKey }) => toBase64(pubKey))]).size).toBe(3)
			expect(first.seed).toHaveLength(32)
			expect(toHex(newNodeKey(first).seed)).not.toBe(toHex(newNodeKey(first).seed))
		}
	})
})
