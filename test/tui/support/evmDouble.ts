import { parseAbi } from 'viem'
import { AbiBook } from '../../../src/client/evm/AbiBook.ts'
import type { EvmClient, EvmLog, EvmProgress, EvmSend, Hex } from '../../../src/client/evm/EvmClient.ts'

/** Where the contract of the double stands. */
export const doubleContract = '0x5fbdb2315678afecb367f032d93f642f64180aa3'
const hash: Hex = `0x${'ab'.repeat(32)}`
const abi = parseAbi([
	'function count() view returns (uint256)',
	'function greet(string text)',
	'event Greeted(string text)',
])

/** A log of that contract that no ABI explains. */
export const doubleLog: EvmLog = {
	address: doubleContract,
	topics: [],
	data: '0xabcd',
	height: 1,
	txHash: `0x${'cd'.repeat(32)}`,
	index: 0,
}

/** A double of an EVM with one contract, only for pressing keys: nothing is run. */
export function evmDouble(calls: string[]): EvmClient {
	const abis = new AbiBook(undefined)
	abis.add('Wall', abi, doubleContract)
	const sent = async function* (what: string): AsyncGenerator<EvmProgress> {
		calls.push(what)
		const receipt = { hash, height: 2, gasUsed: 1n, logs: [] }
		yield { state: 'committed', hash, height: 2, fee: '1achain', gasWanted: 1n, gasUsed: 1n, receipt }
	}
	return {
		url: 'http://127.0.0.1:8546',
		abis,
		chainId: async () => 2222,
		account: async () => ({
			address: doubleContract,
			bech32: 'chain1t77myv2k0zh7evm87qedj0my9ajpsz4rhpsc8e',
			balance: 5n * 10n ** 17n,
			nonce: 1,
			code: { size: 2, hash },
		}),
		code: async () => '0x6001',
		storage: async (_address, slot) => {
			calls.push(`storage ${slot}`)
			return hash
		},
		call: async ({ fn }) => {
			calls.push(`call ${typeof fn === 'string' ? fn : fn.name}`)
			return { data: '0x07', values: [{ name: '', type: 'uint256', text: '7' }] }
		},
		send: (key, { args }: EvmSend) => sent(`send ${key} ${args?.join(' ')}`),
		deploy: (key, { artifact }) => sent(`deploy ${key} ${artifact.name}`),
		logs: async () => [],
		trace: async (text) => {
			calls.push(`trace ${text}`)
			return {
				kind: 'CALL',
				from: doubleContract,
				to: doubleContract,
				contract: 'Wall',
				call: 'count()',
				result: '7',
				failed: false,
				gas: 30_000n,
				gasUsed: 21_000n,
				gasOwn: 21_000n,
				value: 0n,
				calls: [],
			}
		},
		traceCall: async () => {
			throw new TypeError('not asked for by any key')
		},
		decodeCall: async () => undefined,
		readArtifacts: async (_text, name = '') => [{ name, abi, bytecode: '0x6001' }],
	}
}
