/**
 * Fields of our protobuf sources that the 0.44 framework does not have: refused or skipped as unknown on the wire and
 * left out of every output.
 */
export const newerFields: ReadonlySet<string> = new Set([
	'cosmos.tx.v1beta1.AuthInfo.tip',
	'cosmos.base.abci.v1beta1.Result.msg_responses',
	'cosmos.base.abci.v1beta1.TxMsgData.msg_responses',
	'cosmos.bank.v1beta1.Metadata.uri',
	'cosmos.bank.v1beta1.Metadata.uri_hash',
])

/** Protobuf field names that differ from those of the 0.44 framework, with its names. */
export const olderNames: Readonly<Record<string, string>> = {
	'cosmos.base.tendermint.v1beta1.GetNodeInfoResponse.node_info': 'default_node_info',
	'tendermint.p2p.NodeInfo.node_id': 'default_node_id',
}

/** Enum values that the 0.44 framework does not have, as `enum.VALUE`. */
export const newerEnumValues: ReadonlySet<string> = new Set(['cosmos.tx.signing.v1beta1.SignMode.SIGN_MODE_DIRECT_AUX'])
