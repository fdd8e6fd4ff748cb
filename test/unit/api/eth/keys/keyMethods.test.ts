import { type Hex, numberToHex, parseTransaction, stringToHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fromHex } from '../../../../../src/util/bytes.ts'
import { createEthBench } from '../ethBench.ts'

const privateKeys = ['11', '22'].map((byte) => fromHex(byte.repeat(32))!)
const [alice, bob] = ['11', '22'].map((byte) => privateKeyToAccount(`0x${byte.repeat(32)}`)) as [
	ReturnType<typeof privateKeyToAccount>,
	ReturnType<typeof privateKeyToAccount>,
]
const from = alice.address.toLowerCase()
const stranger = `0x${'99'.repeat(20)}` as const
const to = `0x${'bb'.repeat(20)}` as const
const unknown = (address: string) => `unknown account ${address}: No Signer available, its key is not in this node`

let chain: Awaited<ReturnType<typeof createEthBench>>
const ask = (method: string, ...params: readonly unknown[]) => chain.ask(method, ...params)

beforeAll(async () => {
	chain = await createEthBench({
		keys: privateKeys,
		codes: { 170: '5f 5f fd' },
		funded: [alice.address, bob.address, stranger].map((address) => [fromHex(address.slice(2))!, 10_000_000n]),
	})
})

describe('a signature of the node', () => {
	test('texts are signed as wallets sign them, also where a part of the signature begins with zeros', async () => {
		for (const [text, start] of [
			['text 0', /^0x/],
			['text 512', /^0x00/],
			['text 15', /^0x.{64}00/],
		] as const) {
			const raw = stringToHex(text)
			const signature = await alice.signMessage({ message: { raw } })
			expect(signature).toMatch(start)
			expect(await ask('eth_sign', from, raw)).toBe(signature)
			expect(await ask('personal_sign', raw, from)).toBe(signature)
			expect(await ask('personal_ecRecover', raw, signature)).toBe(from)
		}
	})

	test('typed data are signed as wallets sign them', async () => {
		const data = {
			domain: { name: 'x', chainId: 2222n },
			types: {
				EIP712Domain: [
					{ name: 'name', type: 'string' },
					{ name: 'chainId', type: 'uint256' },
				],
				A: [{ name: 'b', type: 'uint8' }],
			},
			primaryType: 'A',
			message: { b: 7 },
		} as const
		const signature = await bob.signTypedData(data)
		const document = JSON.stringify({ ...data, domain: { name: 'x', chainId: 2222 } })
		for (const method of ['eth_signTypedData', 'eth_signTypedData_v3', 'eth_signTypedData_v4']) {
			expect(await ask(method, bob.address, document)).toBe(signature)
			expect(await ask(method, stranger, document)).toBe(unknown(stranger))
		}
	})

	test.each([
		['64 bytes', `0x${'11'.repeat(64)}`, 'signature must be 65 bytes long'],
		['66 bytes', `0x${'11'.repeat(66)}`, 'signature must be 65 bytes long'],
		['v of 26', `0x${'11'.repeat(64)}1a`, 'invalid Ethereum signature (V is not 27 or 28)'],
		['v of 29', `0x${'11'.repeat(64)}1d`, 'invalid Ethereum signature (V is not 27 or 28)'],
		['nothing', `0x${'00'.repeat(64)}1b`, 'recovery failed'],
	])('no signer is found in a signature of %s', async (_, signature, text) => {
		expect(await ask('personal_ecRecover', '0x12', signature)).toBe(text)
	})

	test('accounts of the node are listed and unlocked, and others are not known', async () => {
		const accounts = [from, bob.address.toLowerCase()]
		for (const method of ['eth_accounts', 'eth_requestAccounts', 'personal_listAccounts']) {
			expect(await ask(method)).toEqual(accounts)
		}
		expect(await ask('personal_unlockAccount', bob.address, 'word', null)).toBe(true)
		expect(await ask('personal_unlockAccount', stranger, 'word')).toBe(unknown(stranger))
		expect(await ask('personal_lockAccount', stranger)).toBe(true)
		expect(await ask('eth_sign', stranger, '0x')).toBe(unknown(stranger))
		expect(await ask('personal_sign', '0x', stranger)).toBe(unknown(stranger))
		expect(await ask('personal_listWallets')).toEqual([])
		expect(await ask('personal_unpair', '', '')).toBe('smartcard wallet not supported yet')
	})
})

describe('a transaction that the node signs', () => {
	const gas = '0x5208'

	test.each([
		['legacy', { gasPrice: '0x77359400' }, { gasPrice: 2_000_000_000n }],
		[
			'eip2930',
			{ gasPrice: '0x77359400', accessList: [{ address: to, storageKeys: [] }] },
			{ gasPrice: 2_000_000_000n },
		],
		[
			'eip1559',
			{ maxFeePerGas: '0x77359400', maxPriorityFeePerGas: '0x1' },
			{ maxFeePerGas: 2_000_000_000n, maxPriorityFeePerGas: 1n },
		],
	] as const)('a transaction of the kind %s is signed as a wallet signs it', async (type, args, prices) => {
		const { raw, tx } = await ask('eth_signTransaction', { from, to, gas, nonce: '0x3', value: '0x7', ...args })
		const lists = 'accessList' in args ? { accessList: args.accessList } : {}
		const wanted = { type, chainId: 2222, nonce: 3, gas: 21_000n, to, value: 7n, ...prices, ...lists }
		expect(raw).toBe(await alice.signTransaction(wanted as never))
		expect(tx).toMatchObject({
			nonce: '0x3',
			gas,
			value: '0x7',
			type: `0x${['legacy', 'eip2930', 'eip1559'].indexOf(type)}`,
		})
	})

	test.each([
		[{ from: stranger, to }, unknown(stranger)],
		[{ from, to, chainId: '0x1' }, "chainId does not match node's (have=1, want=2222)"],
		[{ from, to, maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x2' }, 'maxFeePerGas (1) < maxPriorityFeePerGas (2)'],
		[{ from }, 'contract creation without any data provided'],
		[{ from, to, blobVersionedHashes: [] }, 'transaction type not supported'],
		[{ from, to, data: '0x01', input: '0x02' }, expect.stringContaining('both "data" and "input" are set')],
		[
			{ from, to, gasPrice: '0x1', maxFeePerGas: '0x1' },
			'both gasPrice and (maxFeePerGas or maxPriorityFeePerGas) specified',
		],
	])('a transaction of %j is not signed', async (args, text) => {
		expect(await ask('eth_signTransaction', args)).toEqual(text)
	})

	test('a transaction of nobody is that of the first account', async () => {
		const { raw } = await ask('eth_signTransaction', { to, gas, nonce: '0x0', gasPrice: '0x1' })
		expect(raw).toBe(
			await alice.signTransaction({ type: 'legacy', chainId: 2222, gas: 21_000n, gasPrice: 1n, to, nonce: 0 }),
		)
	})
})

describe('a transaction that is filled in', () => {
	const base = async () => BigInt(await ask('eth_baseFee'))
	const filled = async (args: object) => {
		const { tx } = await ask('eth_fillTransaction', { from, to, ...args })
		const number = (text: string | undefined) => (text === undefined ? undefined : BigInt(text))
		return [
			tx.type,
			number(tx.nonce),
			number(tx.gas),
			number(tx.value),
			number(tx.maxFeePerGas),
			number(tx.maxPriorityFeePerGas),
		]
	}
	const gwei = 10n ** 9n

	test('a cap that is left out is what the node suggests, and a tip the usual one', async () => {
		const suggested = (await base()) + gwei
		expect(await filled({})).toEqual(['0x2', 0n, 21_000n, 0n, suggested, gwei])
		expect(await filled({ maxPriorityFeePerGas: '0x5' })).toEqual(['0x2', 0n, 21_000n, 0n, suggested, 5n])
		expect(await filled({ maxFeePerGas: '0x77359400', value: '0x3' })).toEqual([
			'0x2',
			0n,
			21_000n,
			3n,
			2n * gwei,
			gwei,
		])
		const both = { maxFeePerGas: '0x77359400', maxPriorityFeePerGas: '0x77359400' }
		expect(await filled(both)).toEqual(['0x2', 0n, 21_000n, 0n, 2n * gwei, 2n * gwei])
		expect(await filled({ gasPrice: '0x77359400' })).toEqual(['0x0', 0n, 21_000n, 0n, undefined, undefined])
	})

	test('a cap that is left out is twice the base fee and the tip for geth', async () => {
		const geth = await createEthBench({ funded: [[fromHex(from.slice(2))!, 10_000_000n]] })
		const fee = BigInt(await geth.ask('eth_baseFee'))
		const prices = async (args: object) => {
			const { tx } = await geth.ask('eth_fillTransaction', { from, to, ...args })
			return [tx.type, BigInt(tx.maxFeePerGas), BigInt(tx.maxPriorityFeePerGas)]
		}
		expect(await prices({})).toEqual(['0x2', 2n * fee + gwei, gwei])
		expect(await prices({ maxPriorityFeePerGas: '0x5' })).toEqual(['0x2', 2n * fee + 5n, 5n])
		expect(await prices({ maxFeePerGas: '0x77359400' })).toEqual(['0x2', 2n * gwei, gwei])
		// Who names a cap alone pays no more than that.
		expect(await prices({ gas: '0x5208', maxFeePerGas: '0x5' })).toEqual(['0x2', 5n, 5n])
		expect(await prices({ gas: '0x5208', maxFeePerGas: '0x5', maxPriorityFeePerGas: '0x5' })).toEqual(['0x2', 5n, 5n])
	})

	test('a transaction that deploys, or delegates, is filled in as what it is', async () => {
		const { tx } = await ask('eth_fillTransaction', { from, data: '0x00', gasPrice: '0x77359400' })
		expect([tx.type, tx.to, tx.input, tx.gasPrice, tx.v, tx.r, tx.s]).toEqual([
			'0x0',
			null,
			'0x00',
			'0x77359400',
			'0x0',
			'0x0',
			'0x0',
		])
		const { chainId, nonce, r, s, yParity } = await bob.signAuthorization({ chainId: 2222, address: to, nonce: 0 })
		const authorizationList = [
			{ chainId: numberToHex(chainId), address: to, nonce: numberToHex(nonce), r, s, yParity: numberToHex(yParity!) },
		]
		const delegating = await ask('eth_fillTransaction', { from, to, gas: '0x20000', authorizationList })
		expect(delegating.tx).toMatchObject({ type: '0x4', authorizationList: [{ address: to, nonce: '0x0' }] })
		expect(BigInt(delegating.tx.maxFeePerGas)).toBe((await base()) + gwei)
	})
})

describe('a transaction that the node sends', () => {
	beforeEach(async () => {
		await ask('anvil_dropAllTransactions')
		chain.asked.length = 0
	})
	const sent = async () => {
		const { pending } = await ask('txpool_content')
		return Object.entries(pending).flatMap(([sender, own]) =>
			Object.values(own as object).map(({ nonce, gas, gasPrice, value }) => [sender, nonce, gas, gasPrice, value]),
		)
	}

	test('transactions that are sent at once get nonces of their own', async () => {
		const call = { from, to, gasPrice: '0x77359400', value: '0x1' }
		const [one, two] = await Promise.all([ask('eth_sendTransaction', call), ask('personal_sendTransaction', call, '')])
		expect(one).not.toBe(two)
		expect(await sent()).toEqual([
			[from, '0x0', '0x5208', '0x77359400', '0x1'],
			[from, '0x1', '0x5208', '0x77359400', '0x1'],
		])
		expect(chain.asked).toEqual([])
	})

	test('a transaction that fails in an estimate is sent with all the gas, and refused where it names its gas', async () => {
		const call = { from, to: `0x${'aa'.repeat(20)}`, gasPrice: '0x77359400' }
		expect(await ask('eth_fillTransaction', call)).toMatch(/^execution reverted/)
		expect(await ask('eth_sendTransaction', call)).toMatch(/^0x/)
		expect(await sent()).toEqual([[from, '0x0', `0x${(50_000_000).toString(16)}`, '0x77359400', '0x0']])
		expect(await ask('eth_sendTransaction', { ...call, nonce: '0x1', gas: '0x5000' })).toBe('intrinsic gas too low')
	})

	test('a transaction is sent again at another price and gas, where it waits', async () => {
		const call = { from, to, gas: '0x5208', gasPrice: '0x77359400', nonce: '0x0' }
		expect(await ask('eth_resend', { ...call, nonce: undefined }, '0x1')).toBe(
			'missing transaction nonce in transaction spec',
		)
		expect(await ask('eth_resend', { ...call, from: undefined }, '0x1')).toBe('missing "from" in the transaction')
		expect(await ask('eth_resend', call, '0x1')).toMatch(/^transaction 0x[0-9a-f]{64} not found$/)
		await ask('eth_sendTransaction', call)
		expect(await ask('eth_resend', call, '0xb2d05e00', '0x5300')).toMatch(/^0x[0-9a-f]{64}$/)
		expect(await sent()).toEqual([[from, '0x0', '0x5300', '0xb2d05e00', '0x0']])
		// Nothing given leaves both as they are, which is no raise.
		const now = { ...call, gas: '0x5300', gasPrice: '0xb2d05e00' }
		expect(await ask('eth_resend', now, '0x0', '0x0')).toBe('already known')
		expect(await ask('eth_resend', call, '0xffffffffff')).toMatch(/not found$/)
	})

	test('the node sends for who is impersonated, until it ends', async () => {
		const call = { from: stranger, to, gas: '0x5208', gasPrice: '0x77359400' }
		expect(await ask('eth_sendTransaction', call)).toBe(unknown(stranger))
		for (const [on, off] of [
			[
				['anvil_impersonateAccount', stranger],
				['anvil_stopImpersonatingAccount', stranger],
			],
			[
				['anvil_autoImpersonateAccount', true],
				['anvil_autoImpersonateAccount', false],
			],
		] as const) {
			expect(await ask(on[0], on[1])).toBeNull()
			const { raw, tx } = await ask('eth_signTransaction', { ...call, nonce: '0x0' })
			expect(chain.asked).toEqual([['impersonate', tx.hash.slice(2), fromHex(stranger.slice(2))]])
			chain.asked.length = 0
			const read = parseTransaction(raw as Hex)
			expect(read).toMatchObject({
				r: `0x${'11'.repeat(12)}${stranger.slice(2)}`,
				s: `0x${'22'.repeat(32)}`,
				v: 2222n * 2n + 35n,
			})
			expect(await ask(off[0], off[1])).toBeNull()
			expect(await ask('eth_signTransaction', call)).toBe(unknown(stranger))
		}
	})
})
