import { describe, expect, test } from 'vitest'
import { keccak256 } from '../../../../../../src/crypto/keccak256.ts'
import { londonChainConfig } from '../../../../../../src/modules/evm/chainConfig.ts'
import { EvmState } from '../../../../../../src/modules/evm/state/EvmState.ts'
import type { EvmAccount, EvmStore } from '../../../../../../src/modules/evm/state/EvmStore.ts'
import { TraceRecorder } from '../../../../../../src/modules/evm/trace/TraceRecorder.ts'
import { interpreterRulesAt } from '../../../../../../src/modules/evm/vm/interpreterRules.ts'
import { runEvm } from '../../../../../../src/modules/evm/vm/runEvm.ts'
import { concatBytes, fromHex, toHex } from '../../../../../../src/util/bytes.ts'

const user = new Uint8Array(20).fill(0xaa)
const caller = new Uint8Array(20).fill(0xbb)
const writer = new Uint8Array(20).fill(0xcc)
const word = (value: bigint): Uint8Array => fromHex(value.toString(16).padStart(64, '0'))!
/** STATICCALL of the address of the first word with the gas of the second. */
const callerCode = '6000600060006000600035602035fa5000'

const store = (code: string): EvmStore => {
	const codes = new Map<string, Uint8Array>()
	const account = (text: string): EvmAccount => {
		const bytes = fromHex(text)!
		const codeHash = keccak256(bytes)
		codes.set(toHex(codeHash), bytes)
		return { nonce: 1n, balance: 0n, codeHash }
	}
	const accounts = new Map([
		[toHex(user), account('')],
		[toHex(caller), account(callerCode)],
		[toHex(writer), account(code)],
	])
	return {
		getAccount: (address) => accounts.get(toHex(address)),
		getState: () => new Uint8Array(32),
		getCode: (hash) => codes.get(toHex(hash)) ?? new Uint8Array(0),
		setAccount: () => {},
		setState: () => {},
		setCode: () => {},
		deleteAccount: () => {},
		takesCode: () => true,
	}
}

/** The last step of a contract that is called statically, and how its call ended. */
async function lastStep(code: string, gas: number) {
	const recorder = new TraceRecorder({ steps: true, stack: true })
	await runEvm({
		chainId: 2222n,
		rules: interpreterRulesAt(londonChainConfig, undefined, 1),
		block: {
			height: 1,
			timestamp: 1n,
			coinbase: new Uint8Array(20),
			gasLimit: 0n,
			baseFee: 0n,
			random: new Uint8Array(32),
			hashAt: () => undefined,
			hasAccessLists: true,
			warmCoinbase: false,
		},
		call: {
			from: user,
			to: caller,
			data: concatBytes(word(BigInt(`0x${toHex(writer)}`)), word(BigInt(gas))),
			value: 0n,
			gas: 3_000_000n,
			gasPrice: 1n,
			nonce: 0n,
			accessList: undefined,
		},
		state: new EvmState(store(code)),
		observer: (evm) => recorder.observe(evm),
	})
	const step = recorder.steps.filter(({ depth }) => depth === 2).at(-1)
	return [step?.name, Number(step?.gasCost), step?.error ?? '', recorder.root?.calls[0]?.error]
}

const refused = 'write protection'
const poor = 'out of gas'
const known = toHex(user)

/** Steps and ends as refnode's traces of the same contracts have them (ethermint v0.14.1 with go-ethereum v1.10.16). */
describe('a static call refuses what writes only when its price is known and paid', () => {
	test.each<[string, string, number, string, number, string, string]>([
		['a write', '600160055500', 100_000, 'SSTORE', 22_100, '', refused],
		['a write of nothing new', '600060055500', 100_000, 'SSTORE', 2_200, '', refused],
		['a write below the sentry', '600160055500', 2_301, 'SSTORE', 0, poor, poor],
		['a log', '60206000a000', 2_301, 'LOG0', 634, '', refused],
		['a log with topics', '6001600260206000a200', 100_000, 'LOG2', 1_384, '', refused],
		['a log that is not paid', '60206000a000', 400, 'LOG0', 634, poor, poor],
		['a creation', '600060006000f000', 100_000, 'CREATE', 32_000, '', refused],
		['a log with a topic that is not paid', '600160206000a100', 400, 'LOG1', 1_009, poor, poor],
		['a log with three topics that is not paid', '60016001600160206000a300', 400, 'LOG3', 1_759, poor, poor],
		['a creation with a salt that is not paid', '6000600060206000f500', 30_000, 'CREATE2', 32_000, poor, poor],
		['a creation that is not paid', '600060006000f000', 30_000, 'CREATE', 32_000, poor, poor],
		['a creation with a salt', '6000600060206000f500', 100_000, 'CREATE2', 32_000, '', refused],
		['an end with itself as heir', '30ff', 30_000, 'SELFDESTRUCT', 5_000, '', refused],
		['an end with a new heir', '61beefff', 30_000, 'SELFDESTRUCT', 7_600, '', refused],
		['an end with a known heir', `73${known}ff`, 30_000, 'SELFDESTRUCT', 5_000, '', refused],
		['an end that is not paid', '61beefff', 2_301, 'SELFDESTRUCT', 5_000, poor, poor],
		['coins for somebody new', '6000600060006000600161beef61fffff100', 100_000, 'CALL', 98_989, '', refused],
		['coins for somebody', `60006000600060006001${`73${known}`}61fffff100`, 100_000, 'CALL', 74_635, '', refused],
		['a call without coins', '6000600060006000600061beef61fffff100', 100_000, 'STOP', 0, '', ''],
		['a log of more memory than there can be', '64ffffffffff6000a000', 100_000, 'LOG0', 0, poor, poor],
		['a creation from as much', '64ffffffffff60006000f000', 100_000, 'CREATE', 32_000, poor, poor],
	])('%s', async (_name, code, gas, op, gasCost, error, end) => {
		expect(await lastStep(code, gas)).toEqual([op, gasCost, error, end])
	})
})
