import { describe, expect, test } from 'vitest'
import type { AppContext } from '../../../../../../src/app/AppContext.ts'
import { applyMessage, type EvmMessage, evmConfigOf } from '../../../../../../src/modules/evm/applyMessage.ts'
import { pragueChainConfig } from '../../../../../../src/modules/evm/chainConfig.ts'
import type { EvmKeeper } from '../../../../../../src/modules/evm/index.ts'
import { emptyCodeHash } from '../../../../../../src/modules/evm/state/StateObject.ts'
import { createAddress } from '../../../../../../src/modules/evm/tx/EthTx.ts'
import type { EvmObserver } from '../../../../../../src/modules/evm/vm/runEvm.ts'
import { fromHex, toHex } from '../../../../../../src/util/bytes.ts'
import { addressOf, byTheLibrary, callOfContract, createEvmBench } from '../../evmBench.ts'
import { key } from '../../tx/signedTxs.ts'

const user = addressOf(0x11)
const forks = pragueChainConfig.blocks
const until = (...left: string[]) => ({
	...pragueChainConfig,
	blocks: Object.fromEntries(Object.entries(forks).filter(([fork]) => !left.includes(fork))) as typeof forks,
})
const berlin = until('london', 'arrowGlacier', 'mergeFork', 'shanghai', 'cancun', 'prague')
const london = until('shanghai', 'cancun', 'prague')

const ways = [
	['by the program', undefined],
	['by the library', byTheLibrary],
] as const

const pushed = (byte: number): string => `73${toHex(addressOf(byte))}`
/** CALL without anything, its answer dropped. */
const callOf = (byte: number): string => `600080808080${pushed(byte)}5af150`

async function run(
	codes: Readonly<Record<number, string>>,
	options: {
		chainConfig?: typeof pragueChainConfig
		observer?: EvmObserver | undefined
		before?: (ctx: AppContext, keeper: EvmKeeper) => void
	} = {},
	message: Partial<EvmMessage> = {},
) {
	const bench = createEvmBench({
		accountRule: 'base',
		funded: [[user, 1_000n]],
		feeMarket: { noBaseFee: true },
		evm: { chainConfig: options.chainConfig ?? pragueChainConfig },
	})
	await bench.block()
	const ctx = bench.context()
	bench.deployAll(ctx, codes, 5n)
	options.before?.(ctx, bench.keeper)
	const whole = { ...callOfContract, ...message }
	const applied = await applyMessage(bench.keeper, ctx, whole, evmConfigOf(bench.keeper, ctx), {
		commit: true,
		...(options.observer === undefined ? {} : { observer: options.observer }),
	})
	const account = (address: Uint8Array) => bench.keeper.getAccount(ctx, address)
	return { ...applied, account, keeper: bench.keeper, ctx }
}

/** Five slots are written, so that a refund is not cut. */
const spends = Array.from({ length: 5 }, (_, at) => `600160${(at + 1).toString(16).padStart(2, '0')}55`).join('')

describe.each(ways)('contracts that are destroyed, run %s', (_way, observer) => {
	const end = `${pushed(0x99)}ff`

	test('a contract that ends twice is refunded once, wherever its callers are', async () => {
		const codes = {
			// The contract at 0xbb ends in a call, in a call of a call, and in a deployment.
			170: `${spends}${callOf(0xbb)}${callOf(0xcc)}`,
			187: end,
			204: `${callOf(0xbb)}${callOf(0xdd)}`,
			// CREATE with an init code that calls it.
			221: `7f${callOf(0xbb).padEnd(64, '0')}600052 60206000 6000f0`,
		}
		const { peakGas, gasUsed, account } = await run(codes, { chainConfig: berlin, observer })
		expect(peakGas - gasUsed).toBe(24_000n)
		expect(account(addressOf(0xbb))).toBeUndefined()
		expect(account(addressOf(0x99))?.balance).toBe(5n)
		const other = await run({ ...codes, 204: end }, { chainConfig: berlin, observer })
		expect(other.peakGas - other.gasUsed).toBe(48_000n)
		expect(other.account(addressOf(0xcc))).toBeUndefined()
	})

	test('a contract that ends in a call that fails stays', async () => {
		const codes = { 170: `${callOf(0xcc)}${callOf(0xbb)}`, 187: '00', 204: `${callOf(0xdd)}fe`, 221: end }
		const { account, vmError } = await run(codes, { chainConfig: london, observer }, { gas: 200_000n })
		expect(vmError).toBe('')
		expect(account(addressOf(0xdd))?.balance).toBe(5n)
		expect(account(addressOf(0x99))).toBeUndefined()
	})

	/** Init code of a contract that ends when it is called: its code is PUSH20 address SELFDESTRUCT. */
	const init = `75${end}600052601660 0af3`.replaceAll(' ', '')
	/** Makes it, and stores its address where a call finds it. */
	const makes = `7f${init.padEnd(64, '0')}600052 60${(init.length / 2).toString(16).padStart(2, '0')}60006000f0`
	const made = (byte: number) => createAddress(addressOf(byte), 1n)
	const callMade = (byte: number): string => `6000600060006000600073${toHex(made(byte))}5af150`

	test('a contract is destroyed from Cancun on only in the transaction that made it, wherever it ends', async () => {
		for (const codes of [
			// In the frame that made it, in a call below, in a call after the one that made it, and in a deployment after it.
			{ 170: `${makes}50${callMade(0xaa)}` },
			{ 170: `${makes}50${callOf(0xbb)}`, 187: callMade(0xaa) },
			{ 170: `${callOf(0xbb)}${callOf(0xcc)}`, 187: makes, 204: callMade(0xbb) },
			{
				170: `${callOf(0xbb)}${callOf(0xcc)}`,
				187: makes,
				204: callOf(0xdd),
				221: `7f${callOf(0xee).padEnd(64, '0')}600052 60206000 6000f0`,
				238: callMade(0xbb),
			},
		] as Record<number, string>[]) {
			const maker = codes[0xbb]?.startsWith('7f') ? 0xbb : 0xaa
			const { account, vmError } = await run(codes, { observer })
			expect(vmError).toBe('')
			expect(account(made(maker))).toBeUndefined()
			expect(account(addressOf(maker))?.nonce).toBe(2n)
		}
	})

	test('coins of a contract that ends in its own favour are gone from Cancun on if it was made just now', async () => {
		const ending = '69 6130ff5f526002601e f3 5f52 600a 6016 6003 f0'.replaceAll(' ', '')
		const inItsInitCode = '61 30ff 5f52 6002 601e 6002 f0'.replaceAll(' ', '')
		/** The balance and 1 more, so that none is seen too. */
		const note = (address: Uint8Array, slot: number): string =>
			`73${toHex(address)}3160010160${slot.toString(16).padStart(2, '0')}55`
		const { keeper, ctx, vmError } = await run(
			{
				170: [
					callOf(0xbb),
					callOf(0xcc),
					callOf(0xdd),
					callOf(0xee),
					note(made(0xbb), 1),
					note(made(0xdd), 2),
					note(addressOf(0xee), 3),
				].join(''),
				187: ending,
				204: callMade(0xbb),
				221: inItsInitCode,
				238: '30ff',
			},
			{ observer },
		)
		expect(vmError).toBe('')
		const slots = keeper.getStorage(ctx, addressOf(0xaa)).map(([, value]) => value.at(-1))
		expect(slots).toEqual([1, 1, 6])
		expect(keeper.getAccount(ctx, addressOf(0xbb))?.balance).toBe(2n)
		expect(keeper.getAccount(ctx, addressOf(0xdd))?.balance).toBe(3n)
	})

	test('a contract that was there stays from Cancun on, and its coins go', async () => {
		const { account } = await run({ 170: `${makes}50${callOf(0xbb)}`, 187: end }, { observer })
		expect(account(addressOf(0xbb))).toMatchObject({ balance: 0n, nonce: 1n })
		expect(account(addressOf(0x99))?.balance).toBe(5n)
		expect(account(made(0xaa))?.nonce).toBe(1n)
	})

	test('before Cancun a contract is destroyed whenever it was made', async () => {
		const { account } = await run({ 170: callOf(0xbb), 187: end }, { chainConfig: london, observer })
		expect(account(addressOf(0xbb))).toBeUndefined()
	})
})

describe.each(ways)('what calls and deployments leave behind, run %s', (_way, observer) => {
	test('calls and deployments leave 1 or an address and their data, or 0 and the data of a revert, and take what they send', async () => {
		const call = (byte: number, value: number, gas = '5a'): string =>
			`5f5f5f5f60${value.toString(16).padStart(2, '0')}${pushed(byte)}${gas}f1`
		/** CREATE with a value and an init code in memory. */
		const create = (value: number, init: string): string =>
			`7f${init.padEnd(64, '0')}5f5260${(init.length / 2).toString(16).padStart(2, '0')}5f600${value}f0`
		const reverts = '5f5fa0 60075f52 60205ffd'.replaceAll(' ', '')
		const asked = [
			call(0xee, 0),
			// It has 5 coins, and 3 came with the call.
			call(0xbb, 9),
			call(0xbb, 8),
			// The 3 coins of the message are not sent once more.
			`5f5f5f5f${pushed(0xee)}5af4`,
			call(0xcc, 0),
			call(0xdd, 0, '612710'),
			create(1, '00'),
			create(0, reverts),
			create(0, ''),
		]
		const noted = asked.map((code, at) => {
			const slot = (add: number) => (0x40 * at + 0x40 + add).toString(16).padStart(4, '0')
			return `${code}61${slot(0)}523d61${slot(0x20)}52`
		})
		const { returned, vmError, account, logs } = await run(
			{
				170: `${noted.join('')}610240 6040f3`.replaceAll(' ', ''),
				187: '00',
				204: reverts,
				221: 'fe',
				238: '5f5fa0 60075f52 60205ff3'.replaceAll(' ', ''),
			},
			{ observer },
			{ value: 3n, gas: 1_000_000n },
		)
		expect(vmError).toBe('')
		const words = toHex(returned)
			.match(/.{64}/g)!
			.map((word) => BigInt(`0x${word}`))
		const made = BigInt(`0x${toHex(createAddress(addressOf(0xaa), 2n))}`)
		expect(words).toEqual([1n, 32n, 0n, 0n, 1n, 0n, 1n, 32n, 0n, 32n, 0n, 0n, 0n, 0n, 0n, 32n, made, 0n])
		expect([0xaa, 0xbb].map((byte) => account(addressOf(byte))?.balance)).toEqual([0n, 13n])
		expect(account(addressOf(0xaa))?.nonce).toBe(3n)
		expect(logs.map(({ address }) => address[0])).toEqual([0xee, 0xaa])
	})
})

describe('accounts that run the code of another', () => {
	const delegation = (byte: number): string => `ef0100${toHex(addressOf(byte))}`
	/** What a call takes besides the rest: 21,000, six pushes, GAS, POP. */
	const around = 21_000n + 6n * 3n + 2n + 2n

	test.each([
		['of another', callOf(0xbb), 2_600n + 2_600n],
		['of another twice', callOf(0xbb) + callOf(0xbb), 2_600n + 2_600n + 100n + 100n + around - 21_000n],
		['of nobody', callOf(0xee), 2_600n + 2_600n],
		['of a known account', callOf(0xcc) + callOf(0xbb), 2_600n + 2_600n + 100n + around - 21_000n],
	])('a call of an account that runs the code %s pays for both', async (_name, code, price) => {
		const { gasUsed, vmError } = await run(
			{
				170: code,
				187: delegation(0xcc),
				204: '00',
				238: delegation(0x98),
			},
			{},
			{ gas: 100_000n },
		)
		expect([gasUsed, vmError]).toEqual([around + price, ''])
	})

	test('who gives a word is warm, and gets back a half of its price where there is an account already', async () => {
		const word = async (nonce: number) => {
			const request = { chainId: 2222, nonce, address: `0x${toHex(addressOf(0xbb))}` } as const
			const { r, s, yParity } = (await key.signAuthorization(request)) as unknown as {
				[name in 'r' | 's' | 'yParity']: string
			}
			const signature = { v: BigInt(yParity), r: BigInt(r), s: BigInt(s) }
			return { chainId: 2222n, address: addressOf(0xbb), nonce: BigInt(nonce), ...signature }
		}
		const own = fromHex(key.address.slice(2))!
		const codes = { 170: `${spends}73${toHex(own)}3150` }
		const used = async (authorizations: readonly Awaited<ReturnType<typeof word>>[], balance?: bigint) => {
			const before = (ctx: AppContext, keeper: EvmKeeper) => {
				if (balance !== undefined) keeper.setAccount(ctx, own, { nonce: 0n, balance, codeHash: emptyCodeHash })
			}
			const { peakGas, gasUsed } = await run(codes, { before }, { authorizations })
			return [peakGas, peakGas - gasUsed]
		}
		const without = 21_000n + 5n * 22_106n + 3n + 2n
		expect(await used([])).toEqual([without + 2_600n, 0n])
		const one = without + 25_000n + 100n
		expect(await used([await word(0)])).toEqual([one, 0n])
		expect(await used([await word(0)], 7n)).toEqual([one, 12_500n])
		// The second finds the account that the first has made.
		expect(await used([await word(0), await word(1)])).toEqual([one + 25_000n, 12_500n])
		expect(await used([await word(0), await word(1)], 7n)).toEqual([one + 25_000n, 25_000n])
		// One that does not hold is paid for as well, and its giver is warm.
		expect(await used([await word(3)])).toEqual([one, 0n])
	})

	test('a message that is no transaction takes the word of its own sender for the next nonce', async () => {
		const authorization = await key.signAuthorization({
			chainId: 2222,
			nonce: 1,
			address: `0x${toHex(addressOf(0xbb))}`,
		})
		const { r, s, yParity } = authorization as unknown as { r: string; s: string; yParity: number }
		const own = fromHex(key.address.slice(2))!
		const authorizations = [
			{ chainId: 2222n, address: addressOf(0xbb), nonce: 1n, v: BigInt(yParity), r: BigInt(r), s: BigInt(s) },
		]
		// The nonce of a transaction is raised before it is applied.
		for (const nonce of [0n, 1n]) {
			const before = (ctx: AppContext, keeper: EvmKeeper) =>
				keeper.setAccount(ctx, own, { nonce, balance: 0n, codeHash: emptyCodeHash })
			const { account, keeper, ctx } = await run({ 170: '00' }, { before }, { from: own, authorizations })
			expect(account(own)?.nonce).toBe(2n)
			expect(toHex(keeper.getCode(ctx, account(own)!.codeHash))).toBe(delegation(0xbb))
		}
	})
})

describe('a deployment', () => {
	test('a deployment that has not the coins it gives fails before it begins, and raises the nonce', async () => {
		const { account, vmError, gasUsed, returned } = await run({}, {}, { to: undefined, value: 10n ** 18n, nonce: 7n })
		expect([vmError, gasUsed, returned.length]).toEqual(['insufficient balance for transfer', 53_000n, 0])
		expect(account(user)?.nonce).toBe(8n)
	})
})
