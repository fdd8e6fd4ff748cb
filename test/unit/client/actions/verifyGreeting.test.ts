import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { verifyGreeting } from '../../../../src/client/actions/verifyGreeting.ts'
import { fromHex, fromUtf8, toBase64, utf8 } from '../../../../src/util/bytes.ts'
import { connectionOf, gone, type Replies } from '../connectionOf.ts'

const hash = 'AB'.repeat(32)

describe('a proof of a greeting', () => {
	const commit = (height: string, app_hash: string) => ({ signed_header: { header: { height, app_hash } } })
	const verify = (replies: Replies) => verifyGreeting({ connection: connectionOf(replies) }, '0')
	const asked = (response: object) => ({ commit: commit('7', hash), abci_query: { response } })

	test('a proof of a greeting is not there on a chain without blocks, or too young for one', async () => {
		for (const reply of [null, commit('2', hash)]) {
			expect(await verify({ commit: reply })).toMatchObject({ ok: false, reason: expect.stringContaining('too young') })
		}
	})

	test('a proof of a greeting is not there where the node refuses, has no such greeting, or sends none', async () => {
		expect(await verify(asked({ code: 18, codespace: 'sdk', log: 'no proofs' }))).toEqual({
			ok: false,
			height: 7,
			reason: 'no proofs',
		})
		expect((await verify(asked({ value: null, height: '6' }))).reason).toBe('at height 6 there was no greeting 0')
		const value = toBase64(utf8('x'))
		for (const proofOps of [undefined, { ops: null }, { ops: [{ type: 'x', key: null, data: 'AQ==' }] }]) {
			expect(await verify(asked({ value, height: '6', proofOps }))).toMatchObject({
				ok: false,
				reason: 'the node sent no proof of the expected form',
			})
		}
		await expect(verify({ commit: commit('7', hash), abci_query: gone })).rejects.toBe(gone)
	})

	test('a proof of a greeting is not good against a hash that is none', async () => {
		const value = toBase64(utf8('x'))
		for (const app_hash of [toBase64(fromHex(hash)!), '?']) {
			const replies = { commit: commit('7', app_hash), abci_query: { response: { value, height: '6' } } }
			expect((await verify(replies)).ok).toBe(false)
		}
	})

	test('a proof of a greeting leads from the state before the newest block to its header', async () => {
		const records = JSON.parse(readFileSync('test/golden/client/proofs.json', 'utf8')) as readonly {
			readonly store: string
			readonly key: string
			readonly value: string | null
			readonly appHash: string
			readonly ops: readonly object[]
		}[]
		const { key, value, appHash, ops } = records.find(({ store, value }) => store === 'greet' && value !== null)!
		const id = fromUtf8(fromHex(key)!).slice('greet-value-greet-value-'.length)
		const questions: unknown[] = []
		const verifyAt = (header: ReturnType<typeof commit>) => {
			const abci_query = (params: object) => {
				questions.push(params)
				return { response: { value, height: '2', proofOps: { ops } } }
			}
			return verifyGreeting({ connection: connectionOf({ commit: header, abci_query }) }, id)
		}
		expect(await verifyAt(commit('3', appHash))).toEqual({ ok: true, height: 3, reason: '' })
		expect(await verifyAt(commit('9', hash))).toEqual({
			...{ ok: false, height: 9, reason: 'the proof does not lead to the app hash of the block header' },
		})
		expect(questions).toEqual(
			['2', '8'].map((height) => ({ path: '/store/greet/key', data: key, height, prove: true })),
		)
		expect(await verify(asked({ value: null }))).toEqual({
			...{ ok: false, height: 7, reason: 'at height 6 there was no greeting 0' },
		})
		expect(await verify({ commit: null })).toMatchObject({ height: 0 })
	})
})
