import { describe, expect, test } from 'vitest'
import { getLegacyAccount } from '../../../../src/client/actions/legacyAccount.ts'
import type { RpcConnection } from '../../../../src/client/rpc/RpcConnection.ts'
import { hexOfAny } from '../../../../src/codec/address/anyAddress.ts'
import { defaultChainSettings as settings } from '../../../../src/codec/ChainSettings.ts'
import { UserError } from '../../../../src/errors/UserError.ts'
import { connectionOf, type Replies, refused } from '../connectionOf.ts'
import { providerOf, Reply } from '../places/provider.ts'

const address = 'chain1vm9a04wkz9zz66402q605xf8xqpn0snda48wpl'
const path = `/auth/accounts/${address}`

/** A node in the app, of which the REST listeners are at these addresses. */
function embeddedOf(replies: Replies, restAddresses: object = {}) {
	const connection: RpcConnection = { ...connectionOf(replies), kind: 'embedded' }
	return { connection, settings, restAddresses }
}

describe('the legacy form of an account', () => {
	test('the form of an account is read from the REST address of its generation, of a height where one is given', async () => {
		const eight = await providerOf({ [path]: { height: '7' }, [`${path}?height=5`]: { height: '5' } })
		const nine = await providerOf({ [path]: { height: '9' } })
		const client = { connection: connectionOf({}), settings, restAddresses: { legacy8: eight.url, rest: nine.url } }
		expect(await getLegacyAccount(client, address, 8)).toBe('{"height":"7"}')
		expect(await getLegacyAccount(client, hexOfAny(address, 'chain')!, 8, 5)).toBe('{"height":"5"}')
		expect(await getLegacyAccount(client, address, 9)).toBe('{"height":"9"}')
		expect(nine.asked.map(({ text }) => text)).toEqual([path])
	})

	test('a key goes to the place that takes it, and to no other address', async () => {
		const [own, other] = [await providerOf({ [path]: {} }), await providerOf({ [path]: {} })]
		const connection = { ...connectionOf({}), name: own.url, apiKey: async () => 'secret' }
		const client = { connection, settings, restAddresses: { rest: own.url, legacy8: other.url } }
		for (const generation of [8, 9] as const) await getLegacyAccount(client, address, generation)
		expect([own, other].map(({ asked }) => asked.map(({ headers }) => headers['x-api-key']))).toEqual([
			['secret'],
			[undefined],
		])
	})

	test('a node in the app is asked through its connection, and over HTTP where it does not offer that', async () => {
		const asked: unknown[] = []
		const rest_request = (params: object) => {
			asked.push(params)
			return { status: 200, body: 'through the connection' }
		}
		const { url } = await providerOf({ [path]: 'over HTTP' })
		expect(await getLegacyAccount(embeddedOf({ rest_request }, { rest: url }), address, 9)).toBe(
			'through the connection',
		)
		expect(asked).toEqual([{ generation: 9, method: 'GET', path }])
		expect(await getLegacyAccount(embeddedOf({}, { rest: url }), address, 9)).toBe('"over HTTP"')
		await expect(getLegacyAccount(embeddedOf({ rest_request: refused }, { rest: url }), address, 9)).rejects.toBe(
			refused,
		)
	})

	test.each([
		[new Reply(400, '{"error":"decoding bech32 failed"}'), 'decoding bech32 failed'],
		[new Reply(404, 'not found'), 'not found'],
		[new Reply(501, '{"code":12}'), '{"code":12}'],
	])('a refusal %j is told in its own words', async (reply, why) => {
		const { url } = await providerOf({ [path]: reply })
		const client = { connection: connectionOf({}), settings, restAddresses: { rest: url } }
		await expect(getLegacyAccount(client, address, 9)).rejects.toEqual(
			new UserError('The node has no legacy form of this account.', { why }),
		)
	})

	test('an address that is not known, or where nobody answers, is told with what to give', async () => {
		const client = { connection: connectionOf({}), settings, restAddresses: { rest: 'http://127.0.0.1:2' } }
		await expect(getLegacyAccount(client, address, 8)).rejects.toEqual(
			new UserError("The address of the node's generation 8 REST is not known.", {
				next: 'Give it with --rest-url, or start the node with that listener on.',
			}),
		)
		await expect(getLegacyAccount(client, address, 9)).rejects.toEqual(
			new UserError("The node's REST at http://127.0.0.1:2 does not answer.", {
				next: 'Check the address given to --rest-url.',
			}),
		)
	})
})
