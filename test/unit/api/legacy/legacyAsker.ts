import { expect } from 'vitest'
import { createLegacyHandler8 } from '../../../../src/api/legacy/generation8/createLegacyHandler8.ts'
import { createLegacyHandler9 } from '../../../../src/api/legacy/generation9/createLegacyHandler9.ts'
import type { LegacyParts } from '../../../../src/api/legacy/LegacyAnswer.ts'
import { defaultChainSettings } from '../../../../src/codec/ChainSettings.ts'
import { createRegistry } from '../../../../src/codec/registry/createRegistry.ts'

/** Asks the dialects of both generations over what they read of a node; gives the status and the parsed body. */
export function legacyAsker(reads: object) {
	const parts = { registry: createRegistry(), settings: defaultChainSettings, ...reads } as unknown as LegacyParts
	const handlers = { 8: createLegacyHandler8(parts), 9: createLegacyHandler9(parts) }
	return async (generation: 8 | 9, target: string, body?: string) => {
		const [path = '', rawQuery = ''] = target.split('?')
		const method = body === undefined ? 'GET' : 'POST'
		const request = { method, path, rawQuery, headers: {}, body: async () => Buffer.from(body ?? '') }
		let answer: readonly [status: number, body: unknown] = [0, undefined]
		const isAnswered = await handlers[generation](request, {
			send: (status, _headers, text) => (answer = [status, JSON.parse(text)]),
		})
		// Another handler has its turn where this one has no answer, and only there.
		expect(isAnswered).toBe(answer[0] !== 0)
		return answer
	}
}
