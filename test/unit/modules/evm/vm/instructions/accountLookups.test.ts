import { describe, expect, test } from 'vitest'
import { keccak256 } from '../../../../../../src/crypto/keccak256.ts'
import { EvmState } from '../../../../../../src/modules/evm/state/EvmState.ts'
import type { EvmAccount, EvmStore } from '../../../../../../src/modules/evm/state/EvmStore.ts'
import { type EvmObserver, runEvm } from '../../../../../../src/modules/evm/vm/runEvm.ts'
import { fromHex, toHex } from '../../../../../../src/util/bytes.ts'
import { addressOf, byTheLibrary } from '../../evmBench.ts'

const none = new Uint8Array(0)
const at = (byte: number): string => `73${toHex(addressOf(byte))}`
/** A call with so many coins and 5,000 gas. */
const call = (opcode: string, byte: number, value?: number): string =>
	`5f5f5f5f${value === undefined ? '' : `60${value.toString(16).padStart(2, '0')}`}${at(byte)}611388${opcode}50`

/** What the store is asked while the contract at 0xaa runs, and how that ends: accounts by their byte, slots, codes. */
async function asked(
	code: string,
	{ hardfork = 'shanghai', balance = 9n, observer = undefined as EvmObserver | undefined } = {},
) {
	const codes = new Map<string, Uint8Array>()
	const names = new Map<string, string>()
	const account = (name: string, text: string, coins: bigint): EvmAccount => {
		const bytes = fromHex(text.replaceAll(' ', ''))!
		const codeHash = keccak256(bytes)
		codes.set(toHex(codeHash), bytes)
		names.set(toHex(codeHash), name)
		return { nonce: 1n, balance: coins, codeHash }
	}
	const accounts = new Map([
		[toHex(addressOf(0x11)), account('11', '', 0n)],
		[toHex(addressOf(0xaa)), account('aa', code, balance)],
		[toHex(addressOf(0xbb)), account('bb', '00', 0n)],
	])
	const list: string[] = []
	const store: EvmStore = {
		getAccount(address) {
			list.push(toHex(address).slice(-2))
			return accounts.get(toHex(address))
		},
		getState(_address, slot) {
			list.push(`slot ${slot.at(-1)}`)
			return new Uint8Array(32)
		},
		getCode(hash) {
			list.push(`code of ${names.get(toHex(hash))}`)
			return codes.get(toHex(hash))!
		},
		setAccount: () => {},
		setState: () => {},
		setCode: () => {},
		deleteAccount: () => {},
		takesCode: () => true,
	}
	const outcome = await runEvm({
		chainId: 2222n,
		rules: { hardfork, eips: [], berlinRefunds: false },
		block: {
			height: 1,
			timestamp: 1n,
			coinbase: addressOf(0x77),
			gasLimit: 0n,
			baseFee: 0n,
			random: new Uint8Array(32),
			hashAt: () => undefined,
			hasAccessLists: true,
			warmCoinbase: false,
		},
		call: {
			from: addressOf(0x11),
			to: addressOf(0xaa),
			data: none,
			value: 0n,
			gas: 500_000n,
			gasPrice: 0n,
			nonce: 0n,
			accessList: undefined,
		},
		state: new EvmState(store),
		observer,
	})
	expect(outcome.error).toBe('')
	expect(list.slice(0, 3)).toEqual(['11', 'aa', 'code of aa'])
	return list.slice(3)
}

// go-ethereum v1.10.16 core/vm: instructions.go, gas_table.go, evm.go; ethermint v0.14.1 x/evm/statedb looks for one without a
// record each time.
describe.each([
	['by the program', undefined],
	['by the library', byTheLibrary],
] as const)('what an instruction asks of the store, run %s', (_way, observer) => {
	test.each<[string, string, readonly string[]]>([
		['BALANCE of nobody twice', `${at(0x99)}31 ${at(0x99)}31`, ['99', '99']],
		['BALANCE of an account twice', `${at(0xbb)}31 ${at(0xbb)}31`, ['bb']],
		['EXTCODESIZE of an account twice', `${at(0xbb)}3b ${at(0xbb)}3b`, ['bb', 'code of bb']],
		['EXTCODEHASH of nobody', `${at(0x99)}3f`, ['99']],
		['SLOAD twice', '600554 600554', ['slot 5']],
		['SSTORE and SLOAD', '6001600555 600554', ['slot 5']],
		['CALL of nobody', call('f1', 0x99, 0), ['99']],
		['CALL of nobody with coins', call('f1', 0x99, 1), ['99', '99', '99']],
		['CALL of nobody with more coins than there are', call('f1', 0x99, 10), ['99']],
		['CALL of an account', call('f1', 0xbb, 0), ['bb', 'code of bb']],
		['STATICCALL of nobody', call('fa', 0x99), ['99', '99']],
		['STATICCALL of nobody twice', call('fa', 0x99) + call('fa', 0x99), ['99', '99']],
		['CALLCODE of nobody', call('f2', 0x99, 0), ['99', '99']],
		['DELEGATECALL of nobody', call('f4', 0x99), ['99', '99']],
		[
			'CALL of a precompiled contract twice',
			`${call('f1', 0, 0).replace('00'.repeat(20), `${'00'.repeat(19)}04`)}`.repeat(2),
			['04', '04'],
		],
		['SELFDESTRUCT for an account', `${at(0xbb)}ff`, ['bb']],
		['SELFDESTRUCT for itself', '30ff', []],
	])('%s asks for what the reference asks for', async (_name, code, list) => {
		expect(await asked(code, { observer })).toEqual(list)
	})

	test('an heir who gets nothing is looked for as one who gets coins', async () => {
		for (const balance of [0n, 9n]) {
			expect(await asked(`${at(0x99)}ff`, { observer, balance })).toEqual(['99', '99', '99'])
		}
	})
})

test('EXTCODECOPY reads the code also where it copies nothing, and looks for nobody each time', async () => {
	expect(await asked(`5f5f5f ${at(0xbb)}3c 60015f5f ${at(0xbb)}3c`)).toEqual(['bb', 'code of bb'])
	expect(await asked(`5f5f5f ${at(0x99)}3c 60015f5f ${at(0x99)}3c`)).toEqual(['99', '99'])
})
