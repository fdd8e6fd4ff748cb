import { describe, expect, test } from 'vitest'
import { RpcError } from '../../../../src/client/rpc/RpcError.ts'
import { broadcastSync, isAlreadyThere } from '../../../../src/client/tx/broadcast.ts'
import { failureOf, refusal } from '../../../../src/client/tx/explainFailure.ts'
import { ChainError } from '../../../../src/errors/ChainError.ts'
import { UserError } from '../../../../src/errors/UserError.ts'
import { connectionOf } from '../connectionOf.ts'

describe('the refusal of a transaction in plain words', () => {
	test.each([
		['must provide a greeting message: invalid request', 'A greeting needs a text.'],
		[
			'unable to resolve type URL /ethermint.crypto.v1.ethsecp256k1.PubKey: tx parse error',
			'This chain has no EVM and takes no Ethereum keys.',
		],
		['insufficient fees; got: 1uchain required: 3uchain: insufficient fee', 'The fee is below what the node asks for.'],
		[
			'1uchain is smaller than 2uchain: insufficient funds',
			'The account does not have enough coins for the amount and the fee.',
		],
		[
			'out of gas in location: WriteFlat; gasWanted: 5, gasUsed: 6: out of gas',
			'The transaction needs more gas than its limit.',
		],
		[
			'block height: 9, timeout height: 5: tx timeout height',
			'The transaction came too late: its timeout height has passed.',
		],
		['maximum number of characters is 256 but received 257 characters: memo too large', 'The memo is too long.'],
		['account chain1 does not exist: unknown address', 'This account is not on the chain yet.'],
		['account chain1 not found: key not found', 'This account is not on the chain yet.'],
		[
			'signature verification failed; please verify account number (5): unauthorized',
			'The node did not accept the signature.',
		],
		[
			'account sequence mismatch, expected 4, got 99: incorrect account sequence',
			'Another program uses this account at the same moment.',
		],
		[
			'chain1 is not allowed to receive funds: unauthorized',
			'The recipient is an account of the chain itself and cannot receive coins.',
		],
		['Invalid address: decoding bech32 failed', 'An address is not valid on this chain.'],
		['mempool is full: number of txs 5000 (max: 5000)', 'Too many transactions wait at the node.'],
		['Tx too large. Max size is 1048576, but got 1048577', 'The transaction is too large.'],
		['something never seen', 'The chain refused the transaction.'],
	])('the log "%s" means: %s', (log, problem) => {
		const failure = refusal('sdk', 5, log, 'AB')
		expect(failure).toMatchObject({ state: 'failed', problem, codespace: 'sdk', code: 5, log, hash: 'AB' })
		expect(failure.next).toMatch(/\.$/)
		expect('requiredFee' in failure).toBe(log.includes('required'))
	})

	test('an error before the chain answered keeps its code, words and hash', () => {
		const nothing = { state: 'failed', codespace: '', code: 0, log: '', hash: '' }
		expect(failureOf(new ChainError('sdk', 11, 'out of gas'), 'AB')).toMatchObject({
			code: 11,
			codespace: 'sdk',
			hash: 'AB',
		})
		const told = new RpcError(-32603, 'Internal error', 'mempool is full: 5')
		expect(failureOf(told)).toMatchObject({ code: -32603, log: 'mempool is full: 5', codespace: '', hash: '' })
		expect(failureOf(new RpcError(-32601, 'Method not found', ''))).toMatchObject({ log: 'Method not found' })
		expect(failureOf(new UserError('No node.', { next: 'Start it.' }))).toEqual({
			...nothing,
			problem: 'No node.',
			next: 'Start it.',
		})
		expect(failureOf(new UserError('No node.', { why: 'Refused.', next: 'Start it.' }), 'AB')).toEqual({
			...nothing,
			problem: 'No node. Refused.',
			next: 'Start it.',
			hash: 'AB',
		})
	})
})

test('a transaction that the node has already is known by what the node says', async () => {
	const there = new RpcError(-32603, 'Internal error', 'tx already exists in cache')
	const sent = broadcastSync(connectionOf({ broadcast_tx_sync: there }), Uint8Array.of(1))
	expect(isAlreadyThere(await sent.catch((cause: unknown) => cause))).toBe(true)
	expect(isAlreadyThere(new RpcError(-32603, 'tx already exists in cache', 'mempool is full'))).toBe(false)
	expect(isAlreadyThere(new Error('tx already exists in cache'))).toBe(false)
})
