import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { decodeStdTx } from '../../../src/codec/amino/decodeAminoJson.ts'
import { parseJson } from '../../../src/codec/goJson/parseJson.ts'
import { objectMembers, stringValue } from '../../../src/codec/goJson/unmarshal.ts'
import { createRegistry } from '../../../src/codec/registry/createRegistry.ts'
import { ChainError } from '../../../src/errors/ChainError.ts'

const file = new URL('../../golden/codec/legacyBodies.json', import.meta.url)
const bodies = JSON.parse(readFileSync(file, 'utf8')) as readonly { name: string; body: string; error: string | null }[]
const registry = createRegistry()

/** Reads a request body as the route does: the transaction, then the mode. */
function errorOf(body: string): string | null {
	if (body === '') return 'UnmarshalJSON cannot decode empty bytes'
	try {
		const members = objectMembers(parseJson(body))
		const tx = members.get('tx')
		const mode = members.get('mode')
		if (tx !== undefined) decodeStdTx(tx, { registry, brand: 'cosmos' })
		if (mode !== undefined) stringValue(mode)
		return null
	} catch (error) {
		if (error instanceof ChainError) return error.log
		throw error
	}
}

describe('legacy transactions in amino JSON, against recordings of POST /txs', () => {
	it.each(bodies.map((body) => [body.name, body] as const))('%s is judged as recorded', (_, { body, error }) => {
		expect(errorOf(body)).toBe(error)
	})

	it('answers hostile bodies with a text', () => {
		expect(errorOf('['.repeat(1_000_000))).toBe("invalid character '[' exceeded max depth")
		expect(errorOf('{"tx":'.repeat(150_000))).toBe("invalid character '{' exceeded max depth")
		const keys = '{"type":"tendermint/PubKeyMultisigThreshold","value":{"threshold":"1","pubkeys":['
		const nested = `{"tx":{"signatures":[{"pub_key":${keys.repeat(3000)}${']}}'.repeat(3000)}}]}}`
		expect(errorOf(nested)).toBe('exceeded max depth')
		expect(errorOf(`{"tx":{"memo":"${'\\u0000'.repeat(160_000)}"}}`)).toBe(null)
	})
})
