import { create, fromBinary } from '@bufbuild/protobuf'
import { AnySchema } from '@bufbuild/protobuf/wkt'
import { sha256 } from '../../../crypto/hash.ts'
import { TxBodySchema, TxRawSchema } from '../../../gen/cosmos/tx/v1beta1/tx_pb.js'
import { type MsgEthereumTx, MsgEthereumTxSchema } from '../../../gen/ethermint/evm/v1/tx_pb.js'
import { type EthTx, ethTxOf } from '../../../modules/evm/tx/EthTx.ts'
import { latestSignerRules, recoverSender } from '../../../modules/evm/tx/recoverSender.ts'
import { BoundedCache } from '../../../util/BoundedCache.ts'
import { toHex } from '../../../util/bytes.ts'
import { schemaOf } from '../send/frameworkTx.ts'

/** An Ethereum transaction inside a framework transaction. */
export interface EthEnvelope {
	readonly message: MsgEthereumTx
	readonly tx: EthTx
	/** The signer, 20 bytes. */
	from(): Uint8Array
}

const messageUrl = '/ethermint.evm.v1.MsgEthereumTx'

/** Read transactions by the hash of their bytes: what waits is read again by each question about it. */
const known = new BoundedCache<readonly EthEnvelope[]>()
/** Bytes of a transaction that is kept. */
const keptBytes = 4_096

/** The Ethereum transactions in the bytes of a framework transaction, in order; none if it has other messages. */
export function ethMessagesOf(bytes: Uint8Array): readonly EthEnvelope[] {
	return bytes.length > keptBytes ? messagesIn(bytes) : known.get(toHex(sha256(bytes)), () => messagesIn(bytes))
}

function messagesIn(bytes: Uint8Array): EthEnvelope[] {
	try {
		const body = fromBinary(TxBodySchema, fromBinary(TxRawSchema, bytes).bodyBytes)
		return body.messages.filter(({ typeUrl }) => typeUrl === messageUrl).map(({ value }) => envelopeOf(value))
	} catch {
		// Refused bytes can be in a block too; they contain no transaction.
		return []
	}
}

function envelopeOf(value: Uint8Array): EthEnvelope {
	const message = fromBinary(MsgEthereumTxSchema, value)
	// A message without a transaction names no kind of one, which is refused.
	const { data = create(AnySchema) } = message
	const tx = ethTxOf(fromBinary(schemaOf(data.typeUrl.slice(1)), data.value))
	let sender: Uint8Array | undefined
	return {
		message,
		tx,
		from: () => {
			sender ??= senderOf(tx)
			return sender
		},
	}
}

/** The signer of a transaction; zeros if the key cannot be recovered. */
function senderOf(tx: EthTx): Uint8Array {
	try {
		return recoverSender(tx, latestSignerRules(tx.chainId ?? 0n))
	} catch {
		return new Uint8Array(20)
	}
}
