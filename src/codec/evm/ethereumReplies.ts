import { TxMsgDataSchema } from '../../gen/cosmos/base/abci/v1beta1/abci_pb.js'
import { type MsgEthereumTxResponse, MsgEthereumTxResponseSchema } from '../../gen/ethermint/evm/v1/tx_pb.js'
import { decodeMessage } from '../proto/decodeMessage.ts'

/** What each Ethereum message of a transaction gave, from the data of its result (cosmos-sdk v0.44.5 baseapp runMsgs); nothing of one that failed. */
export function ethereumReplies(data: Uint8Array): readonly MsgEthereumTxResponse[] {
	if (data.length === 0) return []
	return decodeMessage(TxMsgDataSchema, data).data.map((entry) =>
		decodeMessage(MsgEthereumTxResponseSchema, entry.data),
	)
}
