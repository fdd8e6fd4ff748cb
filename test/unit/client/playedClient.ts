import { onTestFinished } from 'vitest'
import { type ChainClientParts, createChainClient } from '../../../src/client/createChainClient.ts'
import type { RpcConnection, RpcStreamState } from '../../../src/client/rpc/RpcConnection.ts'
import { defaultChainSettings } from '../../../src/codec/ChainSettings.ts'
import { openKeyring } from '../../../src/keyring/openKeyring.ts'
import type { SubscriptionEvent } from '../../../src/wire/TendermintSchema.ts'
import { connectionOf, type Replies } from './connectionOf.ts'

const keyring = await openKeyring({ folder: undefined, settings: defaultChainSettings })

/** An empty block as `chain_block` tells it. */
export const summary = (height: number) => ({
	...{ height, time: '', hash: '', proposer: '', tx_count: 0, gas_used: '1', app_hash: '', size: 5 },
})

/** A client of a node that a test plays: it is at height 5, and sends events when it is told to. */
export function play(replies: Replies = {}, { protocol, ...parts }: Partial<ChainClientParts & RpcConnection> = {}) {
	const asked: string[] = []
	const notes: string[] = []
	let listener: (event: SubscriptionEvent) => void = () => {}
	let onState: ((state: RpcStreamState) => void) | undefined
	let height = 5
	const connection: RpcConnection = {
		...connectionOf(
			{
				status: () => ({
					node_info: { network: 'kite-1' },
					sync_info: { latest_block_height: String(height), latest_block_time: '', latest_app_hash: '' },
				}),
				chain_block: (of: { readonly height: number }) => ({ block: summary(of.height), txs: [] }),
				broadcast_tx_sync: { code: 0, codespace: '', log: '', data: '' },
				...replies,
			},
			asked,
		),
		...(protocol === undefined ? {} : { protocol }),
		subscribe: (_query, onEvent, state) => {
			listener = onEvent
			onState = state
			return () => void notes.push('unsubscribed')
		},
		close: () => void notes.push('connection closed'),
	}
	const client = createChainClient({
		...{ connection, keyring, settings: defaultChainSettings, gasPrices: '', admin: false },
		...parts,
	})
	onTestFinished(() => client.close())
	return {
		client,
		asked,
		notes,
		state: (state: RpcStreamState) => onState?.(state),
		block: (at: number) => {
			height = at
			listener({ data: { value: { header: { height: String(at) } } } } as unknown as SubscriptionEvent)
		},
	}
}
