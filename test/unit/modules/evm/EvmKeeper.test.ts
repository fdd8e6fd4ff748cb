import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AppContext } from '../../../../src/app/AppContext.ts'
import type { Account } from '../../../../src/app/expectedKeepers.ts'
import { addressToText, moduleAddress } from '../../../../src/codec/address/address.ts'
import { keccak256 } from '../../../../src/crypto/keccak256.ts'
import { PanicError } from '../../../../src/errors/ChainError.ts'
import { applyMessage, evmConfigOf } from '../../../../src/modules/evm/applyMessage.ts'
import { pragueChainConfig } from '../../../../src/modules/evm/chainConfig.ts'
import { codeHashOf } from '../../../../src/modules/evm/EvmKeeper.ts'
import { blockHashContract } from '../../../../src/modules/evm/state/blockHashContract.ts'
import { emptyCodeHash } from '../../../../src/modules/evm/state/StateObject.ts'
import { fromHex, toHex } from '../../../../src/util/bytes.ts'
import { countingContext, refusal } from '../moduleBench.ts'
import { addressOf, createEvmBench } from './evmBench.ts'

const alice = addressOf(1)
const contract = addressOf(2)
const code = Uint8Array.of(0x60, 0x01)
const word = (last: number): Uint8Array => new Uint8Array(32).with(31, last)
const unit = 10n ** 12n

const benches = new Map<string, ReturnType<typeof createEvmBench>>()
let ctx: AppContext
beforeAll(async () => {
	for (const accountRule of ['', 'base']) {
		const bench = createEvmBench({ accountRule, funded: [[alice, 5n]] })
		await bench.block()
		benches.set(accountRule, bench)
	}
})
const benchOf = (rule: '' | 'base') => benches.get(rule)!
beforeEach(() => {
	ctx = benchOf('base').context()
})

/** Puts an account of a kind at an address. */
function put(kind: Account['kind'], address: Uint8Array, rule: '' | 'base' = 'base') {
	const { keeper, settings } = benchOf(rule)
	const base = { address: addressToText(address, settings.prefix), pubKey: undefined, accountNumber: 90n, sequence: 3n }
	const vesting = { originalVesting: [], delegatedFree: [], delegatedVesting: [], endTime: 9n }
	const parts = {
		base,
		vesting,
		startTime: 1n,
		periods: [],
		name: 'x',
		permissions: [],
		codeHash: `0x${toHex(emptyCodeHash)}`,
	}
	keeper.deps.accounts.setAccount(ctx, { ...parts, kind } as unknown as Account)
}

describe('accounts as the EVM has them', () => {
	test.each<[Account['kind'] | 'none', boolean, boolean]>([
		['none', true, true],
		['eth', true, true],
		['base', false, true],
		['module', false, false],
		['delayed', false, false],
		['continuous', false, false],
		['periodic', false, false],
		['permanent', false, false],
	])('an account of the kind %s takes a code by ethermint’s rule: %s, by the other: %s', (kind, ethermint, other) => {
		for (const [rule, wanted] of [
			['', ethermint],
			['base', other],
		] as const) {
			ctx = benchOf(rule).context()
			if (kind !== 'none') put(kind, contract, rule)
			expect(benchOf(rule).keeper.storeOf(ctx).takesCode?.(contract)).toBe(wanted)
		}
	})

	test('nonce, code and balance of an account are written, and coins are made and burnt for it', () => {
		const { keeper } = benchOf('base')
		const supply = () =>
			BigInt(new TextDecoder().decode(ctx.kvStore('bank').get(Uint8Array.of(0, ...Buffer.from('uchain')))))
		const before = supply()
		keeper.setAccount(ctx, alice, { nonce: 7n, balance: 9n * unit, codeHash: emptyCodeHash })
		expect(keeper.getAccount(ctx, alice)).toEqual({ nonce: 7n, balance: 9n * unit, codeHash: emptyCodeHash })
		expect(keeper.deps.accounts.getAccount(ctx, alice)?.kind).toBe('base')
		expect(supply() - before).toBe(4n)
		keeper.setAccount(ctx, alice, { nonce: 8n, balance: unit, codeHash: emptyCodeHash })
		expect(keeper.getBalance(ctx, alice)).toBe(unit)
		expect(supply() - before).toBe(-4n)
		keeper.setAccount(ctx, alice, { nonce: 8n, balance: unit, codeHash: keccak256(code) })
		expect(keeper.getAccount(ctx, alice)?.codeHash).toEqual(keccak256(code))
		expect(keeper.deps.accounts.getAccount(ctx, alice)?.kind).toBe('eth')
	})

	test('a base account stays without a code by ethermint’s rule, a new one is an EthAccount', () => {
		ctx = benchOf('').context()
		const { keeper } = benchOf('')
		const codeHash = keccak256(code)
		keeper.setAccount(ctx, alice, { nonce: 0n, balance: 0n, codeHash })
		expect(keeper.getAccount(ctx, alice)?.codeHash).toEqual(emptyCodeHash)
		keeper.setAccount(ctx, contract, { nonce: 0n, balance: 0n, codeHash })
		expect(keeper.getAccount(ctx, contract)?.codeHash).toEqual(codeHash)
	})

	test('a vesting account keeps its kind, whatever code it is given', () => {
		const { keeper } = benchOf('base')
		put('delayed', contract)
		keeper.setAccount(ctx, contract, { nonce: 4n, balance: 0n, codeHash: keccak256(code) })
		expect(keeper.deps.accounts.getAccount(ctx, contract)).toMatchObject({ kind: 'delayed', base: { sequence: 4n } })
		expect(keeper.getAccount(ctx, contract)?.codeHash).toEqual(emptyCodeHash)
	})

	test('a balance that stays costs a look at it', () => {
		const { keeper } = benchOf('base')
		const { accounts } = keeper.deps
		const spent = (run: () => void) => {
			const before = ctx.gasMeter.consumed
			run()
			return ctx.gasMeter.consumed - before
		}
		const account = keeper.getAccount(ctx, alice)!
		const looked = spent(() => {
			accounts.setAccount(ctx, accounts.getAccount(ctx, alice)!)
			keeper.getBalance(ctx, alice)
		})
		expect(spent(() => keeper.setAccount(ctx, alice, account))).toBe(looked)
		expect(spent(() => keeper.setAccount(ctx, alice, { ...account, balance: 0n }))).toBeGreaterThan(looked)
	})

	test('the base fee is 0 where the fee market has none, and none before London', () => {
		const { keeper } = benchOf('base')
		const params = keeper.getParams(ctx)
		expect(keeper.baseFee(ctx, params)).toBeGreaterThan(0n)
		keeper.deps.feeMarket.setParams(ctx, { ...keeper.deps.feeMarket.getParams(ctx), noBaseFee: true })
		expect(keeper.baseFee(ctx, params)).toBe(0n)
		const { london: _, ...blocks } = params.chainConfig.blocks
		expect(keeper.baseFee(ctx, { ...params, chainConfig: { ...params.chainConfig, blocks } })).toBeUndefined()
	})

	test('a module account has no nonce to write', () => {
		const { keeper } = benchOf('base')
		const account = { nonce: 1n, balance: 0n, codeHash: emptyCodeHash }
		const address = moduleAddress('fee_collector')
		expect(refusal(() => keeper.setAccount(ctx, address, account))).toEqual([
			'undefined',
			1,
			'not supported for module accounts',
		])
		expect(refusal(() => keeper.storeOf(ctx).setAccount(address, account))).toEqual([
			'undefined',
			1,
			'failed to set account: not supported for module accounts',
		])
	})

	test('a destroyed contract loses coins, slots and record, and its code stays for others', () => {
		const bench = benchOf('base')
		const { keeper } = bench
		bench.deploy(ctx, contract, code, 3n * unit)
		keeper.setState(ctx, contract, word(2), word(9))
		keeper.setState(ctx, contract, word(1), word(8))
		keeper.setState(ctx, alice, word(1), word(7))
		const { ctx: counting, count } = countingContext(ctx, 'evm')
		expect(keeper.getStorage(counting, contract)).toEqual([
			[word(1), word(8)],
			[word(2), word(9)],
		])
		expect(count).toEqual({ made: 1, open: 0 })
		keeper.deleteAccount(ctx, contract)
		expect(keeper.getAccount(ctx, contract)).toBeUndefined()
		expect(keeper.getBalance(ctx, contract)).toBe(0n)
		expect(keeper.getStorage(ctx, contract)).toEqual([])
		expect(keeper.getState(ctx, contract, word(1))).toEqual(word(0))
		expect(keeper.getState(ctx, alice, word(1))).toEqual(word(7))
		expect(keeper.getCode(ctx, keccak256(code))).toEqual(code)
	})

	test('nobody is destroyed twice, and no account without a code', () => {
		const { keeper } = benchOf('base')
		keeper.deleteAccount(ctx, addressOf(9))
		const reason =
			'type *types.BaseAccount, address 0x0101010101010101010101010101010101010101: account type is not a valid ethereum account'
		expect(refusal(() => keeper.deleteAccount(ctx, alice))).toEqual(['evm', 21, reason])
		expect(refusal(() => keeper.storeOf(ctx).deleteAccount(alice))).toEqual([
			'evm',
			21,
			`failed to delete account: ${reason}`,
		])
		expect(keeper.getBalance(ctx, alice)).toBe(5n * unit)
	})

	test('no code and no value delete what is stored', () => {
		const { keeper } = benchOf('base')
		keeper.setCode(ctx, keccak256(code), code)
		keeper.setCode(ctx, keccak256(code), new Uint8Array(0))
		expect(keeper.getCode(ctx, keccak256(code))).toEqual(new Uint8Array(0))
		keeper.setCode(ctx, keccak256(Uint8Array.of(0)), Uint8Array.of(0))
		expect(keeper.getCode(ctx, keccak256(Uint8Array.of(0)))).toEqual(Uint8Array.of(0))
		keeper.setState(ctx, contract, word(1), word(8))
		keeper.setState(ctx, contract, word(1), new Uint8Array(0))
		expect(keeper.getStorage(ctx, contract)).toEqual([])
	})

	test('a code hash that is none is a panic', () => {
		const base = { address: '', pubKey: undefined, accountNumber: 0n, sequence: 0n }
		for (const codeHash of ['', '0x12', 'zz'.repeat(32)]) {
			expect(() => codeHashOf({ kind: 'eth', base, codeHash })).toThrow(
				new PanicError(`code hash ${codeHash} is no hash`),
			)
		}
		expect(codeHashOf({ kind: 'eth', base, codeHash: toHex(emptyCodeHash) })).toEqual(emptyCodeHash)
		expect(codeHashOf({ kind: 'base', base })).toBe(emptyCodeHash)
	})
})

describe('what the EVM counts in a transaction', () => {
	test('the gas of messages adds up to 64 bits, and begins anew', () => {
		const { keeper } = benchOf('base')
		expect(keeper.addGasUsed(ctx, 5n)).toBe(5n)
		expect(keeper.addGasUsed(ctx, 2n ** 64n - 6n)).toBe(2n ** 64n - 1n)
		expect(refusal(() => keeper.addGasUsed(ctx, 1n))).toEqual([
			'evm',
			20,
			'transient gas used: gas computation overflow/underflow',
		])
		keeper.resetGasUsed(ctx)
		expect(keeper.addGasUsed(ctx, 0n)).toBe(0n)
	})

	test('what creates or calls is refused where the parameters do not allow it', async () => {
		const { keeper } = benchOf('base')
		const { params, ...rest } = evmConfigOf(keeper, ctx)
		const said = async (change: object, to: Uint8Array | undefined): Promise<string> => {
			const message = {
				from: alice,
				to,
				nonce: 0n,
				value: 0n,
				gas: 60_000n,
				gasPrice: 0n,
				data: new Uint8Array(0),
				accessList: undefined,
			}
			try {
				return (
					await applyMessage(keeper, ctx, message, { ...rest, params: { ...params, ...change } }, { commit: false })
				).vmError
			} catch (error) {
				return (error as Error).message
			}
		}
		const [noCreation, noCall] = [{ enableCreate: false }, { enableCall: false }]
		expect(await said(noCreation, undefined)).toBe('failed to create new contract: EVM Create operation is disabled')
		expect(await said(noCall, contract)).toBe('failed to call contract: EVM Call operation is disabled')
		expect([await said(noCreation, contract), await said(noCall, undefined)]).toEqual(['', ''])
	})

	test('a block without a proposer has no coinbase, one of other lengths the last 20 bytes of it', () => {
		const { keeper } = benchOf('base')
		const coinbase = (proposerAddress: Uint8Array): string =>
			toHex(evmConfigOf(keeper, ctx.with({ header: { ...ctx.header, proposerAddress } })).coinbase)
		expect(coinbase(addressOf(7))).toBe('07'.repeat(20))
		expect(coinbase(Uint8Array.of(9, ...addressOf(7)))).toBe('07'.repeat(20))
		expect(coinbase(Uint8Array.of(7, 7))).toBe(`${'00'.repeat(18)}0707`)
		expect(refusal(() => coinbase(new Uint8Array(0)))).toEqual([
			'staking',
			3,
			'failed to obtain coinbase address: failed to retrieve validator from block proposer address : validator does not exist',
		])
	})
})

describe('what the EVM keeps of a block', () => {
	test('bloom and counters of a block are read as they were written, and are nothing before', () => {
		const { keeper } = benchOf('base')
		const told = () => [keeper.getBlockBloom(ctx), keeper.getTxIndex(ctx), keeper.getLogIndex(ctx)]
		expect(told()).toEqual([new Uint8Array(0), 0n, 0n])
		keeper.setBlockBloom(ctx, word(7))
		keeper.setTxIndex(ctx, 3n)
		keeper.setLogIndex(ctx, 2n ** 40n)
		expect(told()).toEqual([word(7), 3n, 2n ** 40n])
	})

	test('the hash of the block before is kept from Prague on, and costs the block no gas', () => {
		const { keeper, deploy } = benchOf('base')
		deploy(ctx, fromHex(blockHashContract.address.slice(2))!, fromHex(blockHashContract.code)!)
		const begun = { ...ctx.header, height: 9, lastBlockId: { hash: new Uint8Array(32).fill(6) } }
		const params = keeper.getParams(ctx)
		const kept = (prague: bigint) => {
			const block = ctx.branch().ctx.withHeader(begun as typeof ctx.header, new Uint8Array(32))
			keeper.setParams(block, {
				...params,
				chainConfig: { ...pragueChainConfig, blocks: { ...pragueChainConfig.blocks, prague } },
			})
			const { consumed } = block.gasMeter
			keeper.beginBlock(block)
			expect(block.gasMeter.consumed).toBe(consumed)
			return keeper.getStorage(block, fromHex(blockHashContract.address.slice(2))!)
		}
		expect(kept(9n)).toEqual([[word(8), new Uint8Array(32).fill(6)]])
		expect(kept(10n)).toEqual([])
	})
})
