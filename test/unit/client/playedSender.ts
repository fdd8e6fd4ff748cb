import { create } from '@bufbuild/protobuf'
import { TxReader } from '../../../src/client/queries/TxReader.ts'
import { TxSender } from '../../../src/client/TxSender.ts'
import { TxTracker } from '../../../src/client/tx/TxTracker.ts'
import { defaultChainSettings } from '../../../src/codec/ChainSettings.ts'
import { decodeMessage } from '../../../src/codec/proto/decodeMessage.ts'
import { encodeMessage } from '../../../src/codec/proto/encodeMessage.ts'
import { createRegistry, packAny } from '../../../src/codec/registry/createRegistry.ts'
import { decodeTx } from '../../../src/codec/tx/decodeTx.ts'
import { BaseAccountSchema } from '../../../src/gen/cosmos/auth/v1beta1/auth_pb.js'
import { QueryAccountResponseSchema } from '../../../src/gen/cosmos/auth/v1beta1/query_pb.js'
import { GasInfoSchema } from '../../../src/gen/cosmos/base/abci/v1beta1/abci_pb.js'
import { SimulateRequestSchema, SimulateResponseSchema } from '../../../src/gen/cosmos/tx/v1beta1/service_pb.js'
import type { Keyring } from '../../../src/keyring/Keyring.ts'
import { fromBase64, fromHex } from '../../../src/util/bytes.ts'
import { connectionOf } from './connectionOf.ts'
import { accountPath, queries } from './queryReplies.ts'

export const registry = createRegistry({ evm: true })
/** An account that anyone may act as. */
export const acting = 'chain1zra0spkxg6e92llufe27vlfauandlsmd9zv7ru'

type Refusal = { readonly code: number; readonly codespace?: string; readonly log: string }
/** What a node says to a transaction: nothing is yes. */
export type Said = Refusal | Error
export const mismatch = (expected: number): Refusal => ({
	code: 32,
	codespace: 'sdk',
	log: `account sequence mismatch, expected ${expected}, got 6: incorrect account sequence`,
})
export const tooLow = (required: string): Refusal => ({
	code: 13,
	codespace: 'sdk',
	log: `insufficient fees; got: 1uchain required: ${required}: insufficient fee`,
})

/** A sender to a node of whose accounts the sequence is 6, and which says this to each transaction in turn, then yes. */
export function senderTo(
	keyring: Keyring,
	address: string,
	said: readonly Said[],
	gasUsed: bigint,
	/** What it says to each simulation in turn, then yes. */
	saidBefore: readonly Refusal[] = [],
) {
	const account = create(BaseAccountSchema, { address, accountNumber: 5n, sequence: 6n })
	const found = create(QueryAccountResponseSchema, { account: packAny(BaseAccountSchema, account) })
	const simulated = create(SimulateResponseSchema, { gasInfo: create(GasInfoSchema, { gasUsed }) })
	const bytes: Uint8Array[] = []
	const simulations: Uint8Array[] = []
	const answers = queries({
		[accountPath]: encodeMessage(QueryAccountResponseSchema, found),
		'/cosmos.tx.v1beta1.Service/Simulate': encodeMessage(SimulateResponseSchema, simulated),
	})
	const connection = connectionOf({
		abci_query: (params: { readonly path: string; readonly data: string }) => {
			const { path, data } = params
			if (!path.endsWith('Simulate')) return answers(params)
			const refused = saidBefore[simulations.length]
			simulations.push(decodeMessage(SimulateRequestSchema, fromHex(data)!).txBytes)
			return refused === undefined ? answers(params) : { response: { codespace: '', ...refused } }
		},
		broadcast_tx_sync: ({ tx }: { readonly tx: string }) => {
			bytes.push(fromBase64(tx)!)
			const reply = said[bytes.length - 1] ?? { code: 0, log: '' }
			return reply instanceof Error ? reply : { codespace: '', data: '', ...reply }
		},
	})
	let held = 0
	const tracker = new TxTracker(connection, new TxReader(connection, registry), () => {
		held++
		return () => void held--
	})
	const sender = new TxSender({
		...{ connection, keyring, registry, tracker, settings: defaultChainSettings },
		chainId: async () => 'kite-1',
		gasPrices: async () => '0.01uchain',
		acting: () => [acting],
	})
	/** Of each transaction that the node was given: sequence and fee. */
	const given = () =>
		bytes.map((tx) => {
			const { signerInfos, fee } = decodeTx(tx, registry).authInfo
			return [Number(signerInfos[0]?.sequence), fee?.amount.map(({ amount, denom }) => `${amount}${denom}`).join()]
		})
	return { sender, tracker, bytes, simulations, given, held: () => held }
}
