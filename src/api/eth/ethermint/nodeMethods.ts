import { checksumAddress } from '../../../codec/address/checksumAddress.ts'
import { keccak256 } from '../../../crypto/keccak256.ts'
import { ethTxHash } from '../../../modules/evm/tx/EthTx.ts'
import { utf8 } from '../../../util/bytes.ts'
import { text } from '../args/valueParams.ts'
import { defineEthMethod } from '../EthContext.ts'
import { hexBytes } from '../hexJson.ts'
import { pendingTxJson } from '../json/txJson.ts'
import { inMempool } from '../pool/inMempool.ts'
import { leftOut } from '../rpc/EthMethod.ts'
import { shownPool } from './stateMethods.ts'

const served = { cost: 'none', endpoint: 'serve', dialects: ['ethermint'] } as const
const nothing = { pending: {}, queued: {} }

/** Methods of the node and its mempool whose replies differ from geth's. */
export const ethermintNodeMethods = [
	defineEthMethod({
		...served,
		name: 'web3_sha3',
		params: [text],
		run: ([value]) => hexBytes(keccak256(utf8(value))),
	}),
	defineEthMethod({ ...served, name: 'net_peerCount', params: [], run: () => 0 }),
	defineEthMethod({ ...served, name: 'eth_protocolVersion', params: [], run: () => '0x41' }),
	defineEthMethod({
		...served,
		name: 'eth_coinbase',
		params: [],
		run: async (_, { source }) => checksumAddress((await source.chain.status()).validator.address),
	}),
	defineEthMethod({
		...served,
		name: 'eth_getPendingTransactions',
		params: [],
		endpoint: leftOut.pool,
		run: async (_, { source }) =>
			(await inMempool(source.pool, shownPool)).map(({ tx, from }) => pendingTxJson(tx, ethTxHash(tx), from(), false)),
	}),
	defineEthMethod({
		...served,
		wallets: false,
		name: 'txpool_content',
		aliases: ['txpool_inspect'],
		params: [],
		endpoint: leftOut.pool,
		run: () => nothing,
	}),
	defineEthMethod({
		...served,
		wallets: false,
		name: 'txpool_status',
		params: [],
		endpoint: leftOut.pool,
		run: () => ({ pending: '0x0', queued: '0x0' }),
	}),
	defineEthMethod({
		...served,
		wallets: false,
		name: 'rpc_modules',
		params: [],
		endpoint: leftOut.node,
		run: () =>
			Object.fromEntries(
				['debug', 'eth', 'miner', 'net', 'personal', 'rpc', 'txpool', 'web3'].map((name) => [name, '1.0']),
			),
	}),
]
