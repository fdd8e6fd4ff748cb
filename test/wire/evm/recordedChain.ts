import { fromBinary } from '@bufbuild/protobuf'
import { frameworkTx } from '../../../src/api/eth/send/frameworkTx.ts'
import { parseRawTx } from '../../../src/api/eth/send/parseRawTx.ts'
import type { BaseApp } from '../../../src/app/BaseApp.ts'
import { parseGenesis } from '../../../src/chain/parseGenesis.ts'
import { defaultChainSettings } from '../../../src/codec/ChainSettings.ts'
import { TxBodySchema, TxRawSchema } from '../../../src/gen/cosmos/tx/v1beta1/tx_pb.js'
import { type MsgEthereumTx, MsgEthereumTxSchema } from '../../../src/gen/ethermint/evm/v1/tx_pb.js'
import type { EvmKeeper } from '../../../src/modules/evm/index.ts'
import { ethTxHash, ethTxOf } from '../../../src/modules/evm/tx/EthTx.ts'
import { createChainApp } from '../../../src/node/createApp.ts'
import { createMemoryDb } from '../../../src/store/kv/memoryDb.ts'
import { fromBase64, fromHex } from '../../../src/util/bytes.ts'
import { readRecording } from '../replay/compareReplay.ts'

const golden = new URL('../../golden-evm/', import.meta.url)

/** A transaction of the recorded chain and where it stands. */
export interface RecordedTx {
	readonly name: string
	readonly height: number
	/** The Ethereum message; undefined for a greeting. */
	readonly msg: MsgEthereumTx | undefined
	readonly bytes: Uint8Array
}

/** The chain of the recordings, run again: the same genesis, times and transactions. */
export interface RecordedChain {
	readonly app: BaseApp
	readonly keeper: EvmKeeper
	readonly txs: readonly RecordedTx[]
	/** Transactions by the hash Ethereum gives them, 0x text. */
	readonly byHash: ReadonlyMap<string, RecordedTx>
	timeOf(height: number): { readonly seconds: bigint; readonly nanos: number }
}

interface Listing {
	readonly blocks: Readonly<Record<string, readonly { name: string; raw?: string; tx?: string }[]>>
	readonly last_height: number
	readonly hashes: Readonly<Record<string, string>>
	readonly block_hashes: Readonly<Record<string, string>>
}

export async function runRecordedChain(): Promise<RecordedChain> {
	const listing = (JSON.parse(readRecording(new URL('rpc-eth-chain.json.gz', golden))) as Listing[])[0]!
	const genesis = parseGenesis(readRecording(new URL('localnet-genesis.json.gz', golden)))
	const { app, evm } = createChainApp({
		db: createMemoryDb(),
		settings: { ...defaultChainSettings, aminoBrand: 'cosmos' },
		minGasPrices: '',
		evmChainId: 2222n,
		pruning: 'nothing',
		name: 'localnet',
		version: '1.0.0',
	})
	app.initChain({
		chainId: genesis.chainId,
		time: genesis.genesisTime,
		initialHeight: 1,
		consensusParams: genesis.consensusParams,
		validators: [],
		appState: genesis.appState,
	})
	const timeOf = (height: number) => ({ seconds: genesis.genesisTime.seconds + BigInt(height - 1), nanos: 0 })
	const txs: RecordedTx[] = []
	for (let height = 1; height <= listing.last_height; height++) {
		const hash = fromHex((listing.block_hashes[height] ?? '').slice(2)) ?? new Uint8Array(0)
		const header = { chainId: genesis.chainId, height, time: timeOf(height), proposerAddress: new Uint8Array(20) }
		app.beginBlock({ header, hash })
		for (const { name, raw, tx } of listing.blocks[height] ?? []) {
			const bytes = raw === undefined ? fromBase64(tx ?? '') : wrapped(fromHex(raw.slice(2))!)
			const result = await app.deliverTx(bytes!)
			if (result.code !== 0) throw new Error(`${name} of block ${height}: ${result.log}`)
			txs.push({ name, height, bytes: bytes!, msg: raw === undefined ? undefined : messageIn(bytes!) })
		}
		app.endBlock({ height })
		await app.commit()
	}
	const byHash = new Map(txs.filter(({ msg }) => msg).map((tx) => [tx.msg!.hash, tx]))
	return { app, keeper: evm!, txs, byHash, timeOf }
}

function wrapped(raw: Uint8Array): Uint8Array {
	const data = parseRawTx(raw)
	const tx = ethTxOf(data)
	return frameworkTx({ data, tx, hash: ethTxHash(tx), size: raw.length, evmDenom: 'achain' })
}

function messageIn(bytes: Uint8Array): MsgEthereumTx {
	const { bodyBytes } = fromBinary(TxRawSchema, bytes)
	const [message] = fromBinary(TxBodySchema, bodyBytes).messages
	return fromBinary(MsgEthereumTxSchema, message!.value)
}
