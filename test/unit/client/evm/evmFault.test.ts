import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createClient, encodeErrorResult, HttpRequestError, http, parseAbi, TimeoutError } from 'viem'
import { call } from 'viem/actions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AbiBook } from '../../../../src/client/evm/AbiBook.ts'
import { Decoder } from '../../../../src/client/evm/Decoder.ts'
import { evmFault } from '../../../../src/client/evm/evmFault.ts'
import { UserError } from '../../../../src/errors/UserError.ts'

const contract = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const abi = parseAbi(['error TooLittle(uint256 have)', 'error Error(string)'])
const book = new AbiBook(undefined)
book.add('Mine', abi, contract)
const decoder = new Decoder(book)

let server: Server
let url: string
let error: object

beforeAll(async () => {
	server = createServer((_request, response) => {
		response.setHeader('content-type', 'application/json')
		response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, error }))
	})
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
	server.closeAllConnections()
	server.close()
})

/** What a user is told when the node refuses a call with this error. */
async function told(reply: object, to?: string): Promise<UserError> {
	error = reply
	const client = createClient({ transport: http(url, { retryCount: 0 }) })
	const fault = await call(client, { to: contract, data: '0x12345678' }).then(
		() => undefined,
		(cause: unknown) => evmFault(cause, decoder, url, to),
	)
	if (fault instanceof UserError) return fault
	throw new TypeError(`not told: ${String(fault)}`)
}

describe('a refusal of the EVM', () => {
	test.each([
		['insufficient funds for gas * price + value', 'does not have enough coins', 'faucet'],
		['nonce too low: next nonce 5, tx nonce 4', 'Another program uses this account', 'send this one again'],
		['gas required exceeds allowance (100)', 'needs more gas', 'higher gas limit'],
		['max fee per gas less than block base fee', 'below what the chain asks for', 'read anew'],
		['invalid opcode: opcode 0xfe not defined', 'bytes that are no instruction', 'trace'],
	])('"%s" has plain words and a next step', async (message, what, next) => {
		const fault = await told({ code: -32000, message })
		expect(fault.message).toContain(what)
		expect(fault.why).toContain(message)
		expect(fault.next).toContain(next)
	})

	test('a refusal of the EVM that nobody has words for comes through as it is', async () => {
		expect(await told({ code: -32000, message: 'the moon is full' })).toMatchObject({
			message: 'The chain refused: the moon is full',
			why: '',
			next: '',
		})
	})

	test.each([
		[
			'of an error of the contract',
			encodeErrorResult({ abi, errorName: 'TooLittle', args: [3n] }),
			'TooLittle(have: 3)',
		],
		['of a text', encodeErrorResult({ abi, errorName: 'Error', args: ['not today'] }), 'not today'],
	])('a refusal of the EVM with the data %s names its reason', async (_name, data, reason) => {
		const fault = await told({ code: 3, message: 'execution reverted', data }, contract)
		expect(fault.message).toBe(`The contract refused the call: ${reason}`)
		expect([fault.why, fault.next]).toEqual(['', ''])
	})

	test('a refusal of the EVM is one of the contract if its data are bytes, whatever its words', async () => {
		const data = encodeErrorResult({ abi, errorName: 'TooLittle', args: [3n] })
		expect((await told({ code: -32000, message: 'VM Exception', data }, contract)).message).toBe(
			'The contract refused the call: TooLittle(have: 3)',
		)
		for (const other of ['no bytes', ['0xdeadbeef']]) {
			expect(await told({ code: -32000, message: 'the moon is full', data: other })).toMatchObject({
				message: 'The chain refused: the moon is full',
				why: '',
			})
		}
	})

	test('whose data no ABI knows shows the data, and says how to read it', async () => {
		const fault = await told({ code: 3, message: 'execution reverted', data: '0xdeadbeef' })
		expect(fault.message).toBe('The contract refused the call without a reason.')
		expect(fault.why).toBe('It gave 0xdeadbeef, which no ABI here knows.')
		expect(fault.next).toContain('Add the ABI')
	})

	test('without data has the reason of its text, or none', async () => {
		expect((await told({ code: -32000, message: 'execution reverted: closed' })).message).toBe(
			'The contract refused the call: closed',
		)
		const silent = await told({ code: 3, message: 'execution reverted', data: '0x' })
		const none = { message: 'The contract refused the call without a reason.', why: '', next: '' }
		expect(silent).toMatchObject(none)
		expect(await told({ code: 3, message: 'execution reverted' })).toMatchObject(none)
	})

	test('reaches the terminal without control characters', async () => {
		expect((await told({ code: 3, message: 'execution reverted: \u001b[31mred\nline' })).message).not.toMatch(
			/[\u001b\n]/,
		)
	})
})

test('a node that does not answer is named with what to check', async () => {
	const gone = 'http://127.0.0.1:2/'
	const client = createClient({ transport: http(gone, { retryCount: 0 }) })
	const fault = await call(client, { to: contract }).catch((cause: unknown) => evmFault(cause, decoder, gone))
	expect(fault).toBeInstanceOf(UserError)
	const late = evmFault(new TimeoutError({ body: {}, url: gone }), decoder, gone)
	expect((late as UserError).message).toBe("The EVM's JSON-RPC at http://127.0.0.1:2 does not answer.")
	// What the system said, and else the words of the fault itself.
	expect((fault as UserError).why).toBe('connect ECONNREFUSED 127.0.0.1:2')
	const broken = (cause: Error) => evmFault(new HttpRequestError({ url: gone, cause }), decoder, gone) as UserError
	expect(broken(new Error('socket hang up')).why).toBe('socket hang up')
	expect(broken(Object.assign(new Error('no details'), { details: '' })).why).toBe('no details')
	expect((fault as UserError).text).toMatch(/at http:\/\/127\.0\.0\.1:2 does not answer[\s\S]*`eth` is on/)
})

test('a fault of this program is none of the EVM', () => {
	const bug = new TypeError('x is undefined')
	expect(evmFault(bug, decoder, url)).toBe(bug)
})
