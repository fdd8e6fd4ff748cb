import { expect, it } from 'vitest'
import { EthMethodSet } from '../../../src/api/eth/rpc/EthMethodSet.ts'
import { parseJson } from '../../../src/codec/goJson/parseJson.ts'
import { ChainView } from '../../../src/endpoints/chain/ChainView.ts'
import { type EndpointUpstream, UpstreamError } from '../../../src/endpoints/EndpointUpstream.ts'
import { plainMethods } from '../../../src/endpoints/methods/index.ts'
import type { Call, MethodName } from '../../../src/wire/NodeSchema.ts'

/** Asks a chain with a name at height 2 what differs by `more`; `replies` are what its node says by method. */
async function ask(
	method: string,
	params: readonly unknown[],
	more: Partial<EndpointUpstream> & { readonly network?: string; readonly evmChainId?: bigint } = {},
	replies: Readonly<Partial<Record<MethodName, unknown>>> = {},
): Promise<unknown> {
	const { network = 'chain-1', evmChainId, ...facts } = more
	const upstream: EndpointUpstream = {
		prefix: 'chain',
		denom: 'uchain',
		minimumGasPrices: '0.01uchain',
		clientVersion: 'chain-tui/test',
		head: () => ({ height: 2, earliest: 1, catchingUp: false, chainId: network }),
		call: (async (name: MethodName) => {
			if (replies[name] instanceof Error) throw replies[name]
			return replies[name]
		}) as Call,
		...facts,
	}
	const methods = EthMethodSet.of(plainMethods, { chain: new ChainView(upstream), evmChainId })
	return methods.call(method, parseJson(JSON.stringify(params)), {})
}

it.each([
	['the number in a name such as kava_2222-10', { network: 'kava_2222-10' }, 2_222],
	// The first 31 of the bits of SHA-256, which begins with e50ce40e.
	['the hash of a name without one', { network: 'mychain-1' }, 0x65_0c_e4_0e],
	['what the settings say', { network: 'kava_2222-10', evmChainId: 7n }, 7],
])("the EIP-155 number of a private endpoint's chain is %s", async (_, chain, id) => {
	expect(await ask('eth_chainId', [], chain)).toBe(`0x${id.toString(16)}`)
	expect(await ask('net_version', [], chain)).toBe(String(id))
})

it.each([
	['0.01uchain', '0x2540be400'],
	['1uatom, 0.5uchain', '0x746a528800'],
	['1uatom', '0x0'],
	['', '0x0'],
])('the gas price of a private endpoint is the one of its own denomination: of %j %s wei', async (prices, wei) => {
	expect(await ask('eth_gasPrice', [], { minimumGasPrices: prices })).toBe(wei)
})

it('the history of fees tells a share of the gas of every block, and rewards for each percentile asked for', async () => {
	const replies = (max_gas: string) => ({
		block_results: { txs_results: [{ gas_used: '10' }, { gas_used: '15' }] },
		consensus_params: { consensus_params: { block: { max_gas } } },
	})
	const history = (max_gas: string, ...more: unknown[]) =>
		ask('eth_feeHistory', [2, 'latest', ...more], {}, replies(max_gas))
	const empty = { oldestBlock: '0x1', baseFeePerGas: ['0x0', '0x0', '0x0'] }
	expect(await history('100')).toEqual({ ...empty, gasUsedRatio: [0.25, 0.25] })
	expect(await history('100', [])).toEqual({ ...empty, gasUsedRatio: [0.25, 0.25] })
	expect(await history('100', [0, 100])).toEqual({
		...empty,
		gasUsedRatio: [0.25, 0.25],
		reward: [
			['0x0', '0x0'],
			['0x0', '0x0'],
		],
	})
	// -1 is no limit, which ethermint reckons as 2^32 - 1.
	expect(await history('-1')).toEqual({ ...empty, gasUsedRatio: [25 / 4_294_967_295, 25 / 4_294_967_295] })
	// A chain whose blocks may use no gas has no share of it.
	expect(await history('0')).toEqual({ ...empty, gasUsedRatio: [0, 0] })
})

it('a block that a node has not got is null, and one that it does not answer for is an error', async () => {
	const block = (cause: UpstreamError) => ask('eth_getBlockByNumber', ['0x1', false], {}, { block: cause })
	expect(await block(new UpstreamError('height 1 is not available', -32603))).toBeNull()
	await expect(block(new UpstreamError('connect ECONNREFUSED'))).rejects.toMatchObject({
		message: 'the chain did not answer: connect ECONNREFUSED',
		code: -32603,
	})
})
