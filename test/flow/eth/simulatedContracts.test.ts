import { getContractAddress, type Hex, padHex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Chain, startChain } from '../../../src/library/index.ts'
import { askEth, type EthReply } from './evmTools.ts'

const one = `0xc1${'00'.repeat(19)}` as const
const two = `0xc2${'00'.repeat(19)}` as const
const poor = `0xc0${'00'.repeat(19)}` as const
/** The address of the coin itself in logs (ERC-7528). */
const coins = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

let chain: Chain

beforeAll(async () => {
	chain = await startChain({ chainId: 'chain_2222-1' })
})

afterAll(async () => {
	await chain.stop()
})

const simulate = (blockStateCalls: readonly unknown[], options = {}): Promise<EthReply> =>
	askEth(chain.ethUrl!, 'eth_simulateV1', [{ blockStateCalls, ...options }, 'latest'])

test('a contract that is made and destroyed by one simulated call leaves nothing for the next', async () => {
	/** CREATE2 of what it is called with; answers with the address. */
	const factory = '0x36600060003760003660006000f560005260206000f3'
	/** Tells slot 0 in a log, writes 7 into it and destroys itself. */
	const init = '0x60005460005260206000a060076000556000ff'
	const made = getContractAddress({ opcode: 'CREATE2', from: one, salt: padHex('0x0'), bytecode: init })
	/** The hash of its code, which only an account that exists has. */
	const asks = `0x73${made.slice(2)}3f60005260206000f3`
	const calls = [{ to: one, input: init }, { to: one, input: init }, { to: two }]
	const { result } = await simulate([{ stateOverrides: { [one]: { code: factory }, [two]: { code: asks } }, calls }])
	const [first, second, third] = result[0].calls
	const zero = padHex('0x0')
	for (const call of [first, second]) {
		expect(call).toMatchObject({ status: '0x1', returnData: padHex(made.toLowerCase() as Hex), logs: [{ data: zero }] })
	}
	expect(third).toMatchObject({ status: '0x1', returnData: zero })
})

test('simulated transfers within failed calls, of own coins by other code, and of nothing are not shown', async () => {
	const [log, revert] = ['60006000a0', '60006000fd']
	const third = `0xc3${'00'.repeat(19)}` as const
	/** A call of a kind with so many coins; its answer is left. */
	const call = (opcode: string, to: Hex, value: string) => `6000600060006000${value}73${to.slice(2)}5a${opcode}50`
	const code = [
		call('f1', two, '6003'), // Fails, after a log and a transfer of its own.
		call('f2', third, '6004'), // CALLCODE keeps the coins.
		call('f4', third, ''), // So does DELEGATECALL.
		call('f1', third, '6000'),
		log,
		call('f1', third, '6005'),
	].join('')
	const stateOverrides = {
		[poor]: { balance: '0x7d0' },
		[one]: { code: `0x${code}` },
		[two]: { code: `0x${log}${call('f1', third, '6001')}${revert}` },
		[third]: { code: `0x${log}` },
	}
	const calls = [{ from: poor, to: one, value: '0x64' }]
	const { result } = await simulate([{ stateOverrides, calls }], { traceTransfers: true })
	const logs = result[0].calls[0].logs as readonly {
		readonly address: Hex
		readonly topics: readonly Hex[]
		readonly data: Hex
	}[]
	expect(logs.map(({ address, topics, data }) => [address, topics[2] ?? '', data])).toEqual([
		[coins, padHex(one), padHex('0x64')],
		[one, '', '0x'],
		[one, '', '0x'],
		[third, '', '0x'],
		[one, '', '0x'],
		[coins, padHex(third), padHex('0x5')],
		[third, '', '0x'],
	])
})
