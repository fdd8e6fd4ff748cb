import { keccak256 } from '../../../crypto/keccak256.ts'
import { anything, bytes, text } from '../args/valueParams.ts'
import { defineEthMethod } from '../EthContext.ts'
import { hexBytes, quantity } from '../hexJson.ts'
import { EthFault, ethCodes } from '../rpc/EthFault.ts'
import { leftOut, optional, type ValueParam } from '../rpc/EthMethod.ts'
import { unknownMethod } from '../rpc/EthMethodSet.ts'

const served = { cost: 'none', endpoint: 'serve' } as const

/** A kind of subscription. What is no text is a missing one for go-ethereum. */
const kind: ValueParam<string> = {
	read: (node) => {
		if (node.kind === 'string') return node.value
		throw new EthFault('missing value for required argument 0', ethCodes.invalidParams)
	},
}

/** The namespaces net and web3, what eth tells of the node, and subscriptions. */
export const nodeMethods = [
	defineEthMethod({
		...served,
		name: 'web3_clientVersion',
		params: [],
		run: (_, { clientVersion }) => clientVersion,
	}),
	defineEthMethod({
		...served,
		name: 'web3_sha3',
		dialects: ['geth'],
		params: [bytes],
		run: ([value]) => hexBytes(keccak256(value)),
	}),
	defineEthMethod({ ...served, name: 'net_version', params: [], run: (_, { chainId }) => chainId.toString() }),
	defineEthMethod({ ...served, name: 'net_listening', params: [], run: () => true }),
	defineEthMethod({ ...served, name: 'net_peerCount', dialects: ['geth'], params: [], run: () => '0x0' }),
	defineEthMethod({ ...served, name: 'eth_chainId', params: [], run: (_, { chainId }) => quantity(chainId) }),
	defineEthMethod({
		...served,
		name: 'eth_syncing',
		params: [],
		run: async (_, { source }) => {
			const { catchingUp, height, earliestHeight } = await source.chain.status()
			if (!catchingUp) return false
			return { startingBlock: quantity(earliestHeight), currentBlock: quantity(height), highestBlock: quantity(height) }
		},
	}),
	defineEthMethod({
		...served,
		name: 'eth_coinbase',
		dialects: ['geth'],
		params: [],
		run: async (_, { source }) => hexBytes((await source.chain.status()).validator.address),
	}),
	defineEthMethod({ ...served, name: 'eth_mining', params: [], run: () => false }),
	defineEthMethod({ ...served, name: 'eth_hashrate', params: [], run: () => '0x0' }),
	defineEthMethod({
		name: 'eth_subscribe',
		params: [kind, optional(anything)],
		cost: 'none',
		endpoint: leftOut.socket,
		run: ([wanted, criteria], { dialect }, { subscriptions }) => {
			if (subscriptions === undefined) throw dialect.noSubscriptions
			return subscriptions.subscribe(wanted, criteria)
		},
	}),
	defineEthMethod({
		name: 'eth_unsubscribe',
		params: [optional(text)],
		cost: 'none',
		endpoint: leftOut.socket,
		run: ([id], _, { subscriptions }) => {
			if (subscriptions === undefined) throw unknownMethod('eth_unsubscribe')
			return subscriptions.unsubscribe(id)
		},
	}),
]
