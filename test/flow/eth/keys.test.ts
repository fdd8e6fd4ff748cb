import { Wallet } from 'ethers'
import {
	type Hex,
	hashTypedData,
	parseEther,
	parseGwei,
	parseTransaction,
	recoverAddress,
	recoverMessageAddress,
} from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Chain, startChain } from '../../../src/library/index.ts'
import { account, askEth, type EthReply, evmTools } from './evmTools.ts'

const [alice, bob] = [account(0), account(1)]
const from = alice.address.toLowerCase()
const to = bob.address.toLowerCase()
const stranger = '0x00000000000000000000000000000000000000ab'

let chain: Chain
let tools: ReturnType<typeof evmTools>

const ask = (method: string, ...params: readonly unknown[]): Promise<EthReply> => askEth(chain.ethUrl!, method, params)
const refusal = async (method: string, ...params: readonly unknown[]): Promise<string | undefined> =>
	(await ask(method, ...params)).error?.message

beforeAll(async () => {
	chain = await startChain({ chainId: 'chain_2222-1' })
	tools = evmTools(chain.ethUrl!)
})

afterAll(async () => {
	await chain.stop()
})

describe('the keys of the node', () => {
	test('the node knows ten accounts, under both names of the question', async () => {
		const { result } = await ask('eth_accounts')
		expect(result).toEqual(Array.from({ length: 10 }, (_, at) => account(at).address.toLowerCase()))
		expect((await ask('personal_listAccounts')).result).toEqual(result)
		expect((await ask('personal_listWallets')).result).toEqual([])
	})

	test('messages and typed data are signed so that wallets find the signer', async () => {
		const raw = '0x68656c6c6f'
		for (const params of [
			['eth_sign', from, raw],
			['personal_sign', raw, from],
			['personal_sign', raw, from, 'a password that nobody needs'],
		] as const) {
			const [method, ...rest] = params
			const signature = (await ask(method, ...rest)).result as Hex
			expect(await recoverMessageAddress({ message: { raw }, signature }), method).toBe(alice.address)
			expect((await ask('personal_ecRecover', raw, signature)).result).toBe(from)
		}
		const typed = {
			domain: { name: 'chain' },
			types: {
				EIP712Domain: [{ name: 'name', type: 'string' }],
				Note: [{ name: 'text', type: 'string' }],
			},
			primaryType: 'Note',
			message: { text: 'hello' },
		} as const
		for (const document of [typed, JSON.stringify(typed)]) {
			const signature = (await ask('eth_signTypedData_v4', from, document)).result as Hex
			expect(await recoverAddress({ hash: hashTypedData(typed), signature })).toBe(alice.address)
		}
	})

	test('a transaction is filled and signed, and can then be sent by anybody', async () => {
		const { reader } = tools
		const nonce = await reader.getTransactionCount({ address: alice.address })
		const { result: filled } = await ask('eth_fillTransaction', { from, to, value: '0x5' })
		expect(filled.tx).toMatchObject({
			type: '0x2',
			gas: '0x5208',
			value: '0x5',
			to,
			v: '0x0',
			r: '0x0',
			gasPrice: filled.tx.maxFeePerGas,
		})
		expect(Number(filled.tx.nonce)).toBe(nonce)
		const { result: signed } = await ask('eth_signTransaction', { from, to, value: '0x5', gasPrice: '0x12a05f200' })
		expect(parseTransaction(signed.raw)).toMatchObject({ type: 'legacy', chainId: 2222, value: 5n, to, nonce })
		expect(signed.tx).toMatchObject({ type: '0x0', gasPrice: '0x12a05f200', maxFeePerGas: null })
		const { result: hash } = await ask('eth_sendRawTransaction', signed.raw)
		expect(hash).toBe(signed.tx.hash)
		expect(await reader.getTransactionReceipt({ hash })).toMatchObject({ status: 'success', from, type: 'legacy' })
	})

	test('a transaction without a sender comes from the first account, and so does its estimate', async () => {
		const { reader } = tools
		const { result: filled } = await ask('eth_fillTransaction', { to })
		expect(Number(filled.tx.nonce)).toBe(await reader.getTransactionCount({ address: alice.address }))
		for (const method of ['eth_sendTransaction', 'eth_sendUnsignedTransaction']) {
			const { result: hash } = await ask(method, { to, value: '0x1' })
			expect(await reader.getTransactionReceipt({ hash }), method).toMatchObject({ status: 'success', from })
		}
		const { result: signed } = await ask('eth_signTransaction', { to })
		await ask('eth_sendRawTransaction', signed.raw)
		expect(await reader.getTransaction({ hash: signed.tx.hash })).toMatchObject({ from })
		const prices = { maxFeePerGas: '0x2540be400', maxPriorityFeePerGas: '0x1' }
		expect(await ask('eth_estimateGas', { to, value: '0x1', ...prices })).toMatchObject({ result: '0x5208' })
	})

	test('transactions of one account that are sent at once without a nonce get the nonces in order', async () => {
		const first = Number(await tools.reader.getTransactionCount({ address: account(7).address }))
		const sent = Array.from({ length: 12 }, (_, at) => ({ from: account(7).address, to, value: `0x${at + 1}` }))
		const replies = await Promise.all(sent.map((tx) => ask('eth_sendTransaction', tx)))
		expect(replies.map(({ error }) => error)).toEqual(sent.map(() => undefined))
		const nonces = await Promise.all(
			replies.map(async ({ result }) => (await tools.reader.getTransaction({ hash: result as Hex })).nonce),
		)
		expect(nonces.toSorted((a, b) => a - b)).toEqual(sent.map((_, at) => first + at))
	})

	test('a transaction with a tip alone gets a fee cap above it', async () => {
		const { result: hash } = await ask('eth_sendTransaction', { from, to, maxPriorityFeePerGas: '0x3b9aca00' })
		const sent = await tools.reader.getTransaction({ hash })
		expect(sent.maxPriorityFeePerGas).toBe(parseGwei('1'))
		expect(sent.maxFeePerGas).toBeGreaterThan(parseGwei('1'))
	})

	test('a transaction without a tip has the one that eth_maxPriorityFeePerGas tells, but none above its cap', async () => {
		const { result: usual } = await ask('eth_maxPriorityFeePerGas')
		const { result: filled } = await ask('eth_fillTransaction', { from, to })
		expect(filled.tx.maxPriorityFeePerGas).toBe(usual)
		await ask('anvil_mine', '0x80')
		const { result: hash } = await ask('eth_sendTransaction', { from, to, gas: '0x5208', maxFeePerGas: '0x1dcd6500' })
		expect(await tools.reader.getTransaction({ hash })).toMatchObject({
			maxPriorityFeePerGas: 500_000_000n,
			maxFeePerGas: 500_000_000n,
		})
	})

	test('a transaction with an access list keeps it', async () => {
		const accessList = [{ address: stranger, storageKeys: [`0x${'00'.repeat(32)}`] }]
		const args = { from, to, gas: '0x7530', accessList }
		const { result: old } = await ask('eth_signTransaction', { ...args, gasPrice: '0x12a05f200' })
		expect(parseTransaction(old.raw)).toMatchObject({ type: 'eip2930', accessList })
		expect(old.tx).toMatchObject({ type: '0x1', chainId: '0x8ae', accessList })
		const { result: hash } = await ask('eth_sendTransaction', args)
		const { result: sent } = await ask('eth_getTransactionByHash', hash)
		expect(sent).toMatchObject({ type: '0x2', accessList, from })
	})

	test('a key that a program gives signs until the node stops', async () => {
		const wallet = Wallet.createRandom()
		const address = wallet.address.toLowerCase()
		expect((await ask('personal_importRawKey', wallet.privateKey.slice(2), '')).result).toBe(address)
		expect((await ask('eth_accounts')).result).toContain(address)
		await tools.anvil.setBalance({ address: address as Hex, value: parseEther('2') })
		const { result: hash } = await ask('personal_sendTransaction', { from: address, to, value: '0x1' }, '')
		expect(await tools.reader.getTransactionReceipt({ hash })).toMatchObject({ status: 'success', from: address })
		const { result: made } = await ask('personal_newAccount', '')
		expect(made).toMatch(/^0x[0-9a-f]{40}$/)
		expect((await ask('personal_unlockAccount', made, '')).result).toBe(true)
		expect((await ask('personal_lockAccount', made)).result).toBe(true)
		expect((await ask('eth_sign', made, '0x00')).result).toMatch(/^0x[0-9a-f]{130}$/)
	})

	test.each([
		['personal_importRawKey', ['0x12', ''], "invalid hex character 'x' in private key"],
		['personal_importRawKey', ['123', ''], 'invalid hex data for private key'],
		['personal_importRawKey', ['12', ''], 'invalid length, need 256 bits'],
		['personal_importRawKey', ['00'.repeat(32), ''], 'invalid private key, not on the curve'],
		['personal_importRawKey', ['ff'.repeat(32), ''], 'invalid private key, not on the curve'],
		['personal_ecRecover', ['0x00', '0x00'], 'signature must be 65 bytes long'],
		['personal_ecRecover', ['0x00', `0x${'01'.repeat(65)}`], 'invalid Ethereum signature (V is not 27 or 28)'],
		['personal_ecRecover', ['0x00', `0x${'ff'.repeat(64)}1b`], 'recovery failed'],
		['personal_unpair', ['', ''], 'smartcard wallet not supported yet'],
		[
			'personal_unlockAccount',
			[stranger, ''],
			`unknown account ${stranger}: No Signer available, its key is not in this node`,
		],
		['eth_sign', [stranger, '0x00'], `unknown account ${stranger}: No Signer available, its key is not in this node`],
		[
			'eth_signTypedData',
			[stranger, {}],
			`unknown account ${stranger}: No Signer available, its key is not in this node`,
		],
		[
			'eth_sendTransaction',
			[{ from, to, authorizationList: [] }],
			'set code tx must have at least one authorization tuple: invalid request',
		],
		['eth_fillTransaction', [{ from, to, blobVersionedHashes: [] }], 'transaction type not supported'],
		[
			'eth_sendTransaction',
			[{ from: stranger, to }],
			`unknown account ${stranger}: No Signer available, its key is not in this node`,
		],
		['eth_sendTransaction', [{ from }], 'contract creation without any data provided'],
		['eth_sendTransaction', [{ from, to, chainId: '0x1' }], "chainId does not match node's (have=1, want=2222)"],
		[
			'eth_sendTransaction',
			[{ from, to, gasPrice: '0x1', maxFeePerGas: '0x1' }],
			'both gasPrice and (maxFeePerGas or maxPriorityFeePerGas) specified',
		],
		[
			'eth_fillTransaction',
			[{ from, to, gas: '0x5208', maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x2' }],
			'maxFeePerGas (1) < maxPriorityFeePerGas (2)',
		],
		['eth_resend', [{ from, to }], 'missing transaction nonce in transaction spec'],
		['eth_resend', [{ to, nonce: '0x0' }], 'missing "from" in the transaction'],
	])('%s %j is refused', async (method, params, message) => {
		expect(await refusal(method, ...params)).toBe(message)
	})
})

describe('bytes that are sent as a transaction', () => {
	const raw = async (changes: object, chainId = 2222): Promise<Hex> => {
		const nonce = await tools.reader.getTransactionCount({ address: alice.address })
		const plain = { to: bob.address, value: 1n, gas: 21_000n, nonce, chainId, maxFeePerGas: parseGwei('50') }
		return alice.signTransaction({ ...plain, type: 'eip1559', ...changes } as Parameters<
			typeof alice.signTransaction
		>[0])
	}

	test.each([
		['nothing', '0x', 'empty typed transaction bytes'],
		['another type', '0x03c0', 'transaction type not supported'],
		['no list', '0x0201', 'rlp: expected input list for types.LegacyTx'],
		['a short list', '0x02c0', 'rlp: too few elements for types.TxData'],
		['a long list', `0xce${'80'.repeat(14)}`, 'rlp: input list has too many elements for types.TxData'],
		['a cut list', '0x02f8', /^rlp: /],
		['a list for a number', '0xc9c08080808080808080', 'rlp: expected input string or byte for types.TxData'],
		[
			'a zero before a number',
			'0xc9008080808080808080',
			'rlp: non-canonical integer (leading zero bytes) for types.TxData',
		],
		['a nonce of 9 bytes', `0xd289${'11'.repeat(9)}8080808080808080`, 'rlp: input string too long for types.TxData'],
		['a receiver of 1 byte', '0xc9808080128080808080', 'rlp: input string has wrong length for common.Address'],
		['a text for an access list', `0x01cb${'80'.repeat(11)}`, 'rlp: expected input list for types.AccessList'],
	])('%s is refused', async (_what, bytes, message) => {
		const error = await refusal('eth_sendRawTransaction', bytes)
		if (typeof message === 'string') expect(error).toBe(message)
		else expect(error).toMatch(message)
	})

	test('what the chain refuses is told in the words of anvil, or of geth where those tell more', async () => {
		const nonce = await tools.reader.getTransactionCount({ address: alice.address })
		const send = async (changes: object, chainId?: number): Promise<string | undefined> =>
			refusal('eth_sendRawTransaction', await raw(changes, chainId))
		expect(await send({ nonce: nonce + 1 })).toBeUndefined()
		await ask('anvil_dropAllTransactions')
		expect(await send({ nonce: 0 })).toBe(`nonce too low: next nonce ${nonce}, tx nonce 0`)
		expect(await send({ value: parseEther('1000000') })).toBe('Insufficient funds for gas * price + value')
		expect(await send({ gas: 20_999n })).toBe('intrinsic gas too low')
		expect(await send({ maxFeePerGas: 1n })).toBe('max fee per gas less than block base fee')
		expect(await send({}, 1)).toBe('invalid chain id for signer')
		const legacy = { type: 'legacy', gasPrice: parseGwei('50') } as const
		const unprotected = await alice.signTransaction({ ...legacy, to: bob.address, gas: 21_000n, nonce })
		expect(await refusal('eth_sendRawTransaction', unprotected)).toBe(
			'only replay-protected (EIP-155) transactions allowed over RPC',
		)
	})
})

describe('transactions that wait', () => {
	afterEach(async () => {
		await ask('evm_setAutomine', true)
	})

	test('transactions that wait are told by the pool, have no block, and are replaced by dearer ones', async () => {
		const { reader } = tools
		await ask('evm_setAutomine', false)
		expect((await ask('hardhat_getAutomine')).result).toBe(false)
		const nonce = await reader.getTransactionCount({ address: alice.address })
		const args = { from, to, value: '0x7', gas: '0x5208', gasPrice: '0x12a05f200', nonce: `0x${nonce.toString(16)}` }
		const { result: hash } = await ask('eth_sendTransaction', args)
		expect((await ask('eth_getTransactionReceipt', hash)).result).toBeNull()
		const waiting = { hash, from, to, blockHash: null, blockNumber: null }
		expect((await ask('eth_getTransactionByHash', hash)).result).toMatchObject(waiting)
		expect((await ask('eth_pendingTransactions')).result).toMatchObject([waiting])
		expect((await ask('txpool_status')).result).toEqual({ pending: '0x1', queued: '0x0' })
		expect((await ask('txpool_content')).result).toMatchObject({
			pending: { [alice.address.toLowerCase()]: { [nonce]: waiting } },
			queued: {},
		})
		expect((await ask('txpool_inspect')).result.pending[alice.address.toLowerCase()][nonce]).toBe(
			`${bob.address}: 7 wei + 21000 gas × 5000000000 wei`,
		)
		expect(await reader.getTransactionCount({ address: alice.address, blockTag: 'pending' })).toBe(nonce + 1)
		expect(await reader.getTransactionCount({ address: alice.address })).toBe(nonce)
		expect(await refusal('eth_resend', { ...args, value: '0x8' })).toMatch(/^transaction 0x[0-9a-f]{64} not found$/)
		const { result: raw } = await ask('eth_signTransaction', args)
		expect(await refusal('eth_sendRawTransaction', raw.raw)).toBe('already known')
		await ask('evm_mine')
		expect(await reader.getTransactionReceipt({ hash })).toMatchObject({ status: 'success' })
		expect((await ask('txpool_status')).result).toEqual({ pending: '0x0', queued: '0x0' })
	})
})
