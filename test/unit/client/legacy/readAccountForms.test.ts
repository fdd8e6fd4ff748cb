import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readAccountForms } from '../../../../src/client/legacy/readAccountForms.ts'

const address = 'chain1vm9a04wkz9zz66402q605xf8xqpn0snda48wpl'
const account = (value: object, type = 'cosmos-sdk/BaseAccount') =>
	JSON.stringify({ height: '7', result: { type, value: { address, account_number: '3', sequence: '4', ...value } } })

let server: Server
let url: string
/** What the server answers by path, and what it was asked. */
let replies: Readonly<Record<string, readonly [status: number, body: string]>>
let asked: string[]

beforeAll(async () => {
	server = createServer((request, response) => {
		asked.push(request.url ?? '')
		const [status, body] = replies[request.url?.split('/')[1] ?? ''] ?? [404, 'not found']
		response.writeHead(status).end(body)
	})
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
	server.closeAllConnections()
	server.close()
})

async function read(given: typeof replies, height?: number) {
	replies = given
	asked = []
	return readAccountForms(url, address, height)
}

const balances = JSON.stringify({ height: '7', result: [{ denom: 'uchain', amount: '5' }] })

test('an account of generation 9 is read with its coins, which are of the same height', async () => {
	const forms = await read({ auth: [200, account({})], bank: [200, balances] })
	expect(forms).toMatchObject({ generation: 9, coins: [{ denom: 'uchain', amount: '5' }] })
	expect(JSON.parse(forms.body8).result.value.coins).toEqual([{ denom: 'uchain', amount: '5' }])
	expect(asked).toEqual([`/auth/accounts/${address}`, `/bank/balances/${address}?height=7`])
})

test('an account of the EVM is read with its key', async () => {
	const key = { type: 'ethermint/PubKeyEthSecp256k1', value: Buffer.alloc(33, 2).toString('base64') }
	const base = { address, public_key: key, account_number: '3', sequence: '4' }
	const body = JSON.stringify({ height: '7', result: { base_account: base, code_hash: '0x6e49' } })
	const forms = await read({ auth: [200, body], bank: [200, balances] })
	expect(JSON.parse(forms.body8).result.value).toMatchObject({ address, public_key: key, sequence: '4' })
})

test('one of generation 8 has its coins in itself, and nothing else is asked', async () => {
	const forms = await read(
		{ auth: [200, account({ coins: [{ denom: 'uchain', amount: '5' }] }, 'cosmos-sdk/Account')] },
		3,
	)
	expect(forms).toMatchObject({ generation: 8, coins: [{ denom: 'uchain', amount: '5' }] })
	expect(asked).toEqual([`/auth/accounts/${address}?height=3`])
})

test('one that is not there, and a reply without a height, leave the height as it was given', async () => {
	const none = JSON.stringify({ height: '7', result: { type: 'cosmos-sdk/BaseAccount', value: { address: '' } } })
	expect((await read({ auth: [200, none], bank: [200, balances] }, 3)).account).toBeUndefined()
	expect(asked[1]).toBe(`/bank/balances/${address}?height=3`)
	await read({ auth: [200, JSON.stringify(JSON.parse(account({})).result)], bank: [200, balances] })
	expect(asked[1]).toBe(`/bank/balances/${address}`)
})

test.each([
	[400, '{"error":"decoding bech32 failed"}', 'decoding bech32 failed', ''],
	[500, '{"code":2,"message":"no such account"}', 'no such account', ''],
	[501, '{"code":12,"message":"Not Implemented"}', 'Not Implemented', 'This server has no legacy account route.'],
	[404, '<html>', 'HTTP status 404', 'This server has no legacy account route.'],
	[502, '{}', 'HTTP status 502', ''],
])('a refusal with HTTP %i and %j is told in its own words', async (status, body, reason, next) => {
	await expect(read({ auth: [status, body] })).rejects.toMatchObject({
		name: 'UserError',
		message: `${url} refuses the request: ${reason}`,
		next,
	})
})

test('a server that is not there, or no address at all, is told with what to give', async () => {
	await expect(readAccountForms('http://127.0.0.1:2', address)).rejects.toMatchObject({
		message: 'No REST server answers at http://127.0.0.1:2.',
		why: expect.stringContaining('ECONNREFUSED'),
		next: expect.stringContaining('--rest-url'),
	})
	await expect(readAccountForms('no address', address)).rejects.toMatchObject({ why: expect.stringContaining('URL') })
})
